"""Tests that take seconds each, and say again what a quicker one says: `make soak` runs them, `make test` does not.

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
    "device/app/test_faults.py": [
        f"{name}[{case}]"
        for name in (
            "test_what_is_absent_at_the_start_is_said_and_taken_up_when_it_comes",
            "test_what_fails_in_the_middle_is_said_and_play_goes_on_by_hand",
        )
        for case in ("camera slow", "camera black", "screen error", "disk read_only", "disk failed")
    ],
    "device/features/card_art/test_owners_cards.py": [
        "test_a_card_is_known_from_the_moment_it_was_learned[fiducial]",
        "test_a_card_is_known_from_the_moment_it_was_learned[both]",
    ],
    "device/features/card_art/test_table.py": [
        "test_a_card_is_known_as_a_whole_and_followed_while_others_cover_all_but_its_strip"
    ],
    "device/features/kit_printing/test_cutter.py": ["test_what_is_cut_along_the_lines_is_read[letter]"],
    "device/features/kit_printing/test_labels.py": [
        f"test_every_label_is_read_after_it_is_peeled_off[{label}]"
        for label in ("L7651", "L7652", "L6009", "3666", "3667", "5160", "8257")
    ],
    "device/features/kit_printing/test_scissors.py": [
        "test_every_code_of_the_printed_kit_is_read_back_at_its_size[first-letter]"
    ],
    "device/features/table_score/test_command.py": [
        "test_one_picture_of_each_city_at_an_angle_scores_as_the_game",
        "test_the_leader_that_the_courtesans_copy_is_said_or_left_out",
        "test_a_wide_lens_is_said_and_the_score_is_the_games",
        "test_each_token_is_asked_for_where_a_guild_counts_defeats",
        "test_the_free_city_is_not_scored_and_needs_no_coins",
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
    "device/simulation/rendering/test_camera.py": [
        "test_realistic_pictures_are_about_as_hard_to_read_as_photographs",
        "test_stickers_are_found_where_they_are[7]",
    ],
    "device/simulation/rendering/test_imaging.py": ["test_a_rolling_shutter_bends_the_picture_of_a_swinging_camera"],
    "device/umpire/test_random_table.py": [
        f"test_a_table_at_which_anything_happens_keeps_a_game[{number}]" for number in (1, 4, 5)
    ],
    "device/umpire/test_sessions.py": [
        f"test_a_whole_evening_is_booked_as_it_was_dealt[{players}-1-{leaders}]"
        for leaders in (True, False)
        for players in (4, 5, 6)
    ],
    "engine/bots/test_chair.py": [
        "test_it_holds_its_own_against_people_who_take_what_is_worth_most_now",
        "test_a_game_with_an_empty_chair_is_legal_and_its_hand_follows_from_the_game[seats1-expansions1-1]",
        "test_a_game_with_an_empty_chair_is_legal_and_its_hand_follows_from_the_game[seats2-expansions2-0]",
    ],
    "engine/bots/test_environment.py": ["test_it_keeps_to_the_rules_of_pettingzoo[five with Leaders]"],
    "engine/bots/test_players.py": [
        "test_each_is_stronger_than_the_one_before",
        "test_every_player_plays_every_kind_of_game[5-first-True]",
    ],
    "engine/game/test_game.py": [
        f"test_properties_of_random_games[{players}-{leaders}-{edition}]"
        for players, leaders, edition in (
            (4, False, "first"), (4, True, "first"), (6, False, "first"), (6, True, "first"), (4, True, "second"),
            (6, False, "second"), (6, True, "second"),
        )
    ],
    "journeys/test_art_station.py": [
        f"test_a_card_shown_again_is_never_taken_for_another_copy[{number}]" for number in (3, 4)
    ],
    "journeys/test_disturbed_games.py": ["test_a_hand_may_rest_on_cards"],
    "journeys/test_empty_chair.py": [
        f"test_two_people_and_the_chair_play_to_the_final_score[wonders{number}]" for number in (0, 2)
    ],
    "journeys/test_power.py": ["test_a_killed_demonstration_resumes_exactly_where_it_was"],
    "journeys/test_privacy.py": ["test_during_a_game_no_picture_is_written_and_no_socket_is_open[station]"],
    "journeys/test_troubled_films.py": ["test_a_trouble_is_put_right[exchanged-3-1-last]"],
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
            )
        ),
        "test_no_ground_takes_much_memory",
    ],
}  # fmt: skip
