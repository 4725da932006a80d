"""The rules of 7 Wonders as pure values and functions: no input or output, no clock, no randomness."""

from engine.game.audit import Status as Status, audit as audit, status as status
from engine.game.dealing import (
    CardPlay as CardPlay,
    PASSED_BY as PASSED_BY,
    DealtTable as DealtTable,
    Keep as Keep,
    deal as deal,
    decks as decks,
)
from engine.game.final_table import (
    CityCount as CityCount,
    FinalCity as FinalCity,
    finished_game as finished_game,
    possible_orders as possible_orders,
    seats_needing_tokens as seats_needing_tokens,
    token_sets as token_sets,
    tokens_taken as tokens_taken,
    with_counts as with_counts,
)
from engine.game.game import Game as Game
from engine.game.seat_view import PileCard as PileCard, SeatView as SeatView, seat_view as seat_view
from engine.model.actions import (
    NOTHING as NOTHING,
    Action as Action,
    ActionError as ActionError,
    Build as Build,
    BuildFromDiscard as BuildFromDiscard,
    BuildStage as BuildStage,
    ChooseLeader as ChooseLeader,
    CorrectCoins as CorrectCoins,
    Discard as Discard,
    Fight as Fight,
    Pass as Pass,
    PayLoss as PayLoss,
    Payment as Payment,
    Recruit as Recruit,
    SeatAction as SeatAction,
    action_from_dict as action_from_dict,
    action_to_dict as action_to_dict,
)
from engine.model.catalogue import (
    BASE as BASE,
    LAST_TURN as LAST_TURN,
    LEADERS as LEADERS,
    Card as Card,
    Catalogue as Catalogue,
    Cost as Cost,
    Leader as Leader,
    Printing as Printing,
    Stage as Stage,
    Wonder as Wonder,
)
from engine.model.city import (
    DEFEAT as DEFEAT,
    VICTORY as VICTORY,
    City as City,
    for_sale as for_sale,
    neighbours as neighbours,
    production as production,
    shields as shields,
    symbols as symbols,
    with_card as with_card,
    with_leader as with_leader,
    with_stage as with_stage,
)
from engine.model.editions import (
    CATALOGUE as CATALOGUE,
    COLOURS as COLOURS,
    EDITIONS as EDITIONS,
    edition_named as edition_named,
    edition_of as edition_of,
    known_board as known_board,
    known_card as known_card,
    load_catalogue as load_catalogue,
    played_with as played_with,
)
from engine.model.effects import (
    ANY_SYMBOL as ANY_SYMBOL,
    BankSale as BankSale,
    ChainCoins as ChainCoins,
    ChangeSymbol as ChangeSymbol,
    Coins as Coins,
    Colour as Colour,
    ColourCoins as ColourCoins,
    CopyGuild as CopyGuild,
    CopyLeader as CopyLeader,
    CopySymbol as CopySymbol,
    Counted as Counted,
    Diplomacy as Diplomacy,
    Discount as Discount,
    DrawLeaders as DrawLeaders,
    Effect as Effect,
    ExtraLeader as ExtraLeader,
    FirstCheaper as FirstCheaper,
    FirstOfAgeFree as FirstOfAgeFree,
    FirstOfColourFree as FirstOfColourFree,
    FreeGuilds as FreeGuilds,
    FreeLeaders as FreeLeaders,
    FreeStages as FreeStages,
    FreeStructure as FreeStructure,
    GiveCoins as GiveCoins,
    GiveDebt as GiveDebt,
    LastOfAgeFree as LastOfAgeFree,
    LeaderPrice as LeaderPrice,
    LoseCoins as LoseCoins,
    MoreOfMostSymbol as MoreOfMostSymbol,
    MostOf as MostOf,
    OneLess as OneLess,
    PassDefeats as PassDefeats,
    Per as Per,
    PerSet as PerSet,
    Points as Points,
    PointsIf as PointsIf,
    PointsIfComplete as PointsIfComplete,
    Produce as Produce,
    ProduceMissing as ProduceMissing,
    ProduceMore as ProduceMore,
    Rebate as Rebate,
    Science as Science,
    ScienceSet as ScienceSet,
    SellDefeats as SellDefeats,
    SeventhCard as SeventhCard,
    Shields as Shields,
    Side as Side,
    StageCoins as StageCoins,
    StructureFromDiscard as StructureFromDiscard,
    Symbol as Symbol,
    TokenPairs as TokenPairs,
    VictoryCoins as VictoryCoins,
    VictoryToken as VictoryToken,
    Whom as Whom,
)
from engine.model.errors import (
    DataError as DataError,
    IllegalAction as IllegalAction,
    ImpossiblePosition as ImpossiblePosition,
    ImpossibleSetup as ImpossibleSetup,
    Reason as Reason,
    RecordError as RecordError,
    UnknownName as UnknownName,
    WondertableError as WondertableError,
)
from engine.model.names import name_source as name_source, printed_name as printed_name, printed_names as printed_names
from engine.model.resources import MANUFACTURED as MANUFACTURED, RAW as RAW, RESOURCES as RESOURCES
from engine.model.setup import (
    OLD_RULINGS as OLD_RULINGS,
    RULINGS as RULINGS,
    SEVENTH_IN_SIXTH as SEVENTH_IN_SIXTH,
    Setup as Setup,
)
from engine.model.state import LAST_AGE as LAST_AGE, GameState as GameState, Phase as Phase
from engine.record.notation import read_position as read_position, write_position as write_position
from engine.record.reader import parse_record as parse_record, read_record as read_record
from engine.record.writer import Comment as Comment, Record as Record, write_record as write_record
from engine.rules.conflict import conflict_preview as conflict_preview, opponents as opponents
from engine.rules.legality import (
    MONEY_REASONS as MONEY_REASONS,
    bookable_as_exception as bookable_as_exception,
    must_play as must_play,
)
from engine.rules.payment import Way as Way, chosen_way as chosen_way, has_chain as has_chain, prices as prices
from engine.rules.trade import Purchase as Purchase
from engine.scoring.outcome import (
    DecidedBy as DecidedBy,
    Outcome as Outcome,
    outcome_now as outcome_now,
    winners as winners,
)
from engine.scoring.science import SET_POINTS as SET_POINTS, best_science as best_science
from engine.scoring.score_sheets import (
    CATEGORIES as CATEGORIES,
    ScoreSheet as ScoreSheet,
    Term as Term,
    categories as categories,
    score_sheets as score_sheets,
)
