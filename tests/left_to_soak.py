"""Tests that say again what a quicker one says, or take seconds: `make soak` and `make fuzz` run them, `make test` not.

By file: names of tests, or of single cases of them (with what pytest writes in brackets).
"""

from __future__ import annotations

LEFT_TO_SOAK = {
    "attacks/test_connections.py": [
        "test_after_a_flood_the_memory_is_given_back",
        "test_idle_connections_of_many_machines_shut_nobody_out",
    ],
    "attacks/test_orphans.py": ["test_after_crashes_there_is_one_server_and_every_request_is_answered"],
    "attacks/test_reader_of_photographs.py": [
        "test_a_picture_that_is_kept_whole_while_it_is_decoded_takes_no_more_memory_than_others"
    ],
    "attacks/test_torn_journal.py": [
        *(
            f"test_a_change_of_how_a_game_ended_is_found[{case}]"
            for case in ("True-finished", "True-state", "False-scores", "False-finished")
        ),
    ],
    "device/app/test_faults.py": [
        "test_what_fails_in_the_middle_is_said_and_play_goes_on_by_hand[disk mounted read-only]",
        "test_what_is_absent_at_the_start_is_said_and_taken_up_when_it_comes[screen DisplayError]",
        *(
            f"{name}[{case}]"
            for name in (
                "test_what_is_absent_at_the_start_is_said_and_taken_up_when_it_comes",
                "test_what_fails_in_the_middle_is_said_and_play_goes_on_by_hand",
            )
            for case in ("camera slow", "camera black", "screen error", "disk read_only", "disk failed")
        ),
        *(
            f"test_what_fails_in_the_middle_is_said_and_play_goes_on_by_hand[{case}]"
            for case in ("camera silent", "camera frozen", "disk full")
        ),
    ],
    "device/commands/test_command_line.py": [
        *(f"test_every_page_names_the_box[layout{number}]" for number in (1, 2, 3)),
        "test_the_programs_name_is_on_the_screen_before_the_rest_is_loaded[demo]",
        "test_the_answer_says_the_box_and_the_way_to_the_other[first]",
        "test_cut_stickers_carry_their_names_unless_somebody_does_not_want_that[option0-True]",
        "test_parts_of_the_kit_are_printed_and_counted[arguments0-counts0]",
        "test_parts_of_the_kit_are_printed_and_counted[arguments1-counts1]",
    ],
    "device/features/calibration/test_command.py": [
        "test_read_places_stickers_at_the_rim_by_the_given_calibration",
    ],
    "device/features/card_art/test_owners_cards.py": [
        "test_a_card_is_known_from_the_moment_it_was_learned[fiducial]",
        "test_a_card_is_known_from_the_moment_it_was_learned[both]",
    ],
    "device/features/card_art/test_table.py": [
        "test_a_card_is_known_as_a_whole_and_followed_while_others_cover_all_but_its_strip"
    ],
    "device/features/kit_printing/test_labels.py": [
        f"test_every_label_is_read_after_it_is_peeled_off[{label}]"
        for label in ("L7651", "L7652", "L6009", "3666", "3667", "5160", "8257")
    ],
    "device/features/kit_printing/test_scissors.py": [
        "test_every_code_of_the_printed_kit_is_read_back_at_its_size[first-letter]"
    ],
    "device/features/kit_printing/test_sleeves.py": [
        *(
            f"test_every_slip_and_sticker_is_read_after_it_is_cut_out[{case}]"
            for case in ("a4-False", "letter-False", "letter-True")
        ),
    ],
    "device/features/table_score/test_command.py": [
        "test_one_picture_of_each_city_at_an_angle_scores_as_the_game",
        "test_the_leader_that_the_courtesans_copy_is_said_or_left_out",
        "test_a_wide_lens_is_said_and_the_score_is_the_games",
        "test_each_token_is_asked_for_where_a_guild_counts_defeats",
        "test_the_free_city_is_not_scored_and_needs_no_coins",
    ],
    "device/features/table_score/test_running.py": [
        "test_the_free_city_needs_no_coins_and_gets_no_score",
        "test_a_city_without_its_board_is_a_contradiction",
    ],
    "device/features/telephones/game/test_host.py": [
        *(f"test_whole_games_are_booked_as_they_were_entered[{game}]" for game in ("three", "seven", "second edition")),
    ],
    "device/features/telephones/game/test_server_process.py": [
        "test_the_server_is_a_program_of_its_own_that_stays_small[False]",
    ],
    "device/features/telephones/game/test_snapshot.py": [
        "test_every_card_that_is_named_lies_open_or_could_be_in_any_hand[7-True-first]",
        "test_what_was_entered_for_the_open_turn_changes_nothing_but_who_is_awaited[7-True-first]",
    ],
    "device/features/telephones/photographs/test_cards.py": [
        "test_all_cards_are_named_row_by_row_from_the_left[7-2.5-2]"
    ],
    "device/features/telephones/photographs/test_process.py": [
        "test_a_confined_process_knows_the_cards_of_a_turn_by_the_owners_pictures"
    ],
    "device/features/telephones/server/test_photograph_pages.py": [
        "test_photographs_give_the_score_that_the_command_gives_and_it_is_kept"
    ],
    "device/features/telephones/server/test_turn_photographs.py": [
        "test_a_photograph_with_another_number_of_cards_is_refused_in_words"
    ],
    "device/features/telephones/server/test_views.py": [
        "test_a_change_is_short_and_the_first_state_is_not_long[7-True]",
    ],
    "device/features/telephones/test_hotspot.py": [
        "test_what_is_refused_is_said_and_undone[polkit]",
        "test_what_is_refused_is_said_and_undone[too late]",
    ],
    "device/features/telephones/test_pages.py": [
        *(
            f"test_the_code_has_the_free_height_beside_the_boards_and_a_screen_of_its_own[{players}-{size}]"
            for players, size in (
                (3, (1920, 1080)), (5, (1920, 1080)), (7, (1920, 1080)), (5, (1280, 720)), (7, (1280, 720)),
            )
        ),
    ],
    "device/for_features/league/test_seating.py": [
        "test_no_wonder_is_twice_at_a_table_and_players_get_various_ones[second]",
        "test_pairs_meet_more_rarely_than_by_lot[20-5-5]",
    ],
    "device/for_features/test_kit_wording.py": [
        *(
            f"test_the_kit_is_printed_in_another_language[{case}]"
            for case in ("it-words0", "pt-BR-words1", "de-words2", "es-words3", "fr-words4")
        ),
    ],
    "device/journal/test_archive.py": [
        "test_who_may_not_read_the_games_is_told_how[command1]",
    ],
    "device/simulation/rendering/test_camera.py": [
        "test_realistic_pictures_are_about_as_hard_to_read_as_photographs",
        "test_stickers_are_found_where_they_are[7]",
        "test_a_carried_card_is_blurred_and_a_card_at_rest_is_sharp",
    ],
    "device/simulation/rendering/test_imaging.py": [
        "test_a_hunting_exposure_brightens_and_darkens",
        "test_a_rolling_shutter_bends_the_picture_of_a_swinging_camera",
    ],
    "device/simulation/table/test_tabletop.py": [
        "test_every_sticker_of_a_full_table_is_visible[7-1]",
        "test_leaders_find_room_in_full_cities[7-4]",
    ],
    "device/umpire/test_random_table.py": [
        f"test_a_table_at_which_anything_happens_keeps_a_game[{number}]" for number in (1, 4, 5)
    ],
    "device/umpire/test_sessions.py": [
        f"test_a_whole_evening_is_booked_as_it_was_dealt[{players}-1-{leaders}]"
        for leaders in (True, False)
        for players in (4, 5, 6)
    ],
    "display/menu/test_menu_screens.py": [
        "test_every_page_fits_its_screen",
        "test_the_parts_of_a_page_lie_beside_each_other_and_each_option_can_be_touched[800x480]",
    ],
    "display/screens/table/test_city_rows.py": [
        "test_everything_about_a_city_in_detail_can_be_read_from_afar[7-(1920, 1080)]",
        "test_everything_about_a_city_in_detail_can_be_read_from_afar[7-(800, 480)]",
    ],
    "display/screens/table/test_large_city.py": [
        *(f"test_the_large_table_fits_in_every_language[{language}]" for language in ("en", "es", "fr", "it", "pt_BR")),
    ],
    "display/screens/table/test_turn_status.py": [
        *(
            f"test_the_table_and_the_conflicts_are_legible_wherever_people_sit[{language}]"
            for language in ("en", "es", "fr", "it", "pt_BR")
        ),
    ],
    "display/screens/test_languages_fit.py": [
        "test_every_screen_fits[de-(480, 320)-7]",
    ],
    "display/screens/test_leader_screens.py": [
        *(
            f"test_everything_fits_its_box[{case}]"
            for case in (
                "uk-(1920, 1080)", "fr-(480, 320)", "pt_BR-(480, 320)", "es-(480, 320)", "it-(480, 320)",
                "en-(480, 320)",
            )
        ),
    ],
    "display/screens/test_resources.py": [
        *(
            f"test_everything_a_rich_city_produces_fits[(1920, 1080)-{case}]"
            for case in ("3-right", "3-None", "7-right", "7-None")
        ),
    ],
    "display/screens/test_screens.py": [
        "test_panels_do_not_overlap_and_stay_on_the_screen[720x720]",
        *(
            f"test_panels_do_not_overlap_and_stay_on_the_screen[{size}]"
            for size in ("1280x800", "1024x600", "1920x1080")
        ),
    ],
    "engine/bots/test_chair.py": [
        "test_it_says_what_it_pays_of_a_loss",
        "test_a_game_with_an_empty_chair_is_legal_and_its_hand_follows_from_the_game[seats0-expansions0-0]",
        "test_it_holds_its_own_against_people_who_take_what_is_worth_most_now",
        "test_a_game_with_an_empty_chair_is_legal_and_its_hand_follows_from_the_game[seats1-expansions1-1]",
        "test_a_game_with_an_empty_chair_is_legal_and_its_hand_follows_from_the_game[seats2-expansions2-0]",
    ],
    "engine/bots/test_environment.py": [
        *(
            f"{name}[four with Leaders and Cities]"
            for name in ("test_it_keeps_to_the_rules_of_pettingzoo", "test_a_whole_game_is_played_in_both_environments")
        ),
        "test_it_keeps_to_the_rules_of_pettingzoo[two with the Free City]",
        "test_it_keeps_to_the_rules_of_pettingzoo[five with Leaders]",
    ],
    "engine/bots/test_numbers.py": [
        "test_every_legal_action_has_a_number_of_its_own[7-second-True]",
    ],
    "engine/bots/test_players.py": [
        "test_a_search_with_so_many_rounds_can_be_repeated",
        "test_every_player_plays_every_kind_of_game[4-second-True]",
        "test_each_is_stronger_than_the_one_before",
        "test_every_player_plays_every_kind_of_game[5-first-True]",
    ],
    "engine/game/test_audit.py": [
        *(
            f"test_games_by_the_rules_are_in_order_after_every_action[{players}-{leaders}]"
            for players in (4, 5, 6)
            for leaders in (False, True)
        ),
    ],
    "engine/game/test_dealing.py": [
        "test_the_legal_actions_are_those_that_the_rules_allow[2-first-True]",
        "test_the_legal_actions_are_those_that_the_rules_allow[4-first-True]",
        *(
            f"test_a_whole_game_is_played_with_nothing_but_the_engine[{players}-{edition}-{leaders}]"
            for edition in ("first", "second")
            for players in (5, 6)
            for leaders in (False, True)
        ),
    ],
    "engine/game/test_game.py": [
        *(
            f"test_undo_then_redo_gives_the_same_state[{players}-{leaders}]"
            for players in (4, 5, 6)
            for leaders in (False, True)
        ),
        *(
            f"test_properties_of_random_games[{players}-{leaders}-{edition}]"
            for players, leaders, edition in (
                (4, False, "first"), (4, True, "first"), (6, False, "first"), (6, True, "first"), (4, True, "second"),
                (6, False, "second"), (6, True, "second"),
            )
        ),
    ],
    "engine/game/test_seat_view.py": [
        *(
            f"{name}[7-second-True]"
            for name in (
                "test_what_a_seat_knows_of_the_other_hands_is_true",
                "test_a_seat_may_do_the_same_by_its_view_as_at_the_table",
                "test_a_table_dealt_anew_agrees_with_the_view_and_is_played_to_the_end",
            )
        ),
    ],
    "engine/record/test_record.py": [
        *(
            f"test_a_whole_game_is_written_and_read_back[{seed}-{players}]"
            for seed in range(2, 6)
            for players in range(2, 8)
        ),
    ],
    "engine/rules/test_cities.py": [
        *(
            f"test_whole_games_are_in_order_and_are_read_back[{leaders}-{players}]"
            for leaders in (False, True)
            for players in (4, 5, 6)
        ),
    ],
    "journeys/test_art_station.py": [
        f"test_a_card_shown_again_is_never_taken_for_another_copy[{number}]" for number in (3, 4)
    ],
    "journeys/test_by_hand.py": [
        *(f"test_a_whole_game_by_five_keys[{game}]" for game in ("three", "two", "seven", "second edition")),
        "test_a_whole_game_by_touch[leaders]",
    ],
    "journeys/test_clean_game.py": [
        "test_rome_b_with_leaders_to_the_winner",
    ],
    "journeys/test_disturbed_games.py": [
        "test_a_knock_against_the_camera_changes_nothing",
        "test_another_lamp_changes_nothing",
        "test_a_hand_may_rest_on_cards",
    ],
    "journeys/test_empty_chair.py": ["test_two_people_and_the_chair_play_to_the_final_score"],
    "journeys/test_newcomer.py": [
        "test_wrong_keys_do_not_stop_the_demonstration",
        "test_wrong_keys_before_a_camera_change_nothing_unseen",
        *(f"test_wrong_keys_on_the_way_to_the_first_turn_by_keys_change_nothing_unseen[{after}]" for after in (1, 2)),
    ],
    "journeys/test_past_games.py": [
        "test_undo_brings_back_the_winner_before_and_after_another_game_has_started[before]",
    ],
    "journeys/test_power.py": ["test_a_killed_demonstration_resumes_exactly_where_it_was"],
    "journeys/test_privacy.py": ["test_during_a_game_no_picture_is_written_and_no_socket_is_open[station]"],
    "journeys/test_random_presses.py": [
        *(f"test_a_toddler_at_the_keys_loses_nothing[{seed}]" for seed in (0, 3)),
    ],
    "journeys/test_station_games.py": [
        *(f"test_a_game_without_mistakes_needs_no_key[{players}]" for players in (4, 5, 6)),
    ],
    "journeys/test_troubled_films.py": ["test_a_trouble_is_put_right[exchanged-3-1-last]"],
    "journeys/test_troubled_games.py": [
        "test_scenes_that_are_passed_over_change_nothing",
        "test_a_trouble_that_changes_nothing_is_not_counted",
        "test_totals_are_one_line_of_json",
    ],
    "mutants/test_runner.py": [
        "test_the_tests_run_with_the_mutant_in_place",
    ],
    "vision/kit/test_fiducials.py": [
        "test_the_stored_patterns_are_those_that_the_choice_gives",
    ],
    "vision/reading/test_empty_pictures.py": [
        *(f"test_nothing_is_read_in_pictures_without_stickers[{kind}]" for kind in ("text", "dots", "checkerboard")),
    ],
    "vision/reading/test_lights_and_grounds.py": [
        *(
            f"test_stickers_are_read_in_odd_light_and_on_odd_grounds_and_none_is_invented[{case}]"
            for case in (
                "even light", "candles", "2700 K, high ISO, darker", "low sun, shadows of arms",
                "thermal print at 203 dpi", "a streak over the sticker", "chess cloth, 12 mm", "framed squares, 15 mm",
                "QR codes, other fiducials", "half the size, JPEG 30",
            )
        ),
        *(
            f"test_nothing_is_read_without_stickers[{case}]"
            for case in (
                "2700 K, high ISO, darker", "low sun, shadows of arms", "chess cloth, 12 mm", "gingham, 8 mm",
                "framed squares, 15 mm", "JPEG 10",
                "QR codes, other fiducials",
            )
        ),
        "test_430_stickers_in_one_picture_are_all_read",
        "test_no_ground_takes_much_memory",
    ],
    "vision/reading/test_reader.py": [
        "test_checkerboards_and_random_dots_are_ignored[4]",
    ],
    "vision/reading/test_squares.py": [
        "test_every_code_is_found_by_its_black_border_or_its_quiet_zone",
    ],
    "vision/table/test_bend.py": [
        *(
            f"test_a_straight_lens_is_not_corrected[{case}]"
            for case in (
                "0.0-0.03", "0.0-0.4", "0.0-0.7", "0.3-0.0", "0.3-0.03", "0.3-0.7", "1.0-0.0", "1.0-0.03", "1.0-0.4",
            )
        ),
        *(
            f"test_the_lens_is_measured_without_a_calibration_board[{case}]"
            for case in ("0.4--0.3", "0.4-0.15", "0.4--0.2", "0.03--0.2", "0.03--0.1")
        ),
    ],
}  # fmt: skip
