import type { ControlOffer, DecideAnswer, Decision, RequestPlace } from '../../shared/control';
import type {
  PromptAnswer,
  PromptChange,
  SessionAct,
  SessionActOutcome,
  WholePrompts,
} from '../../shared/prompts';
import type { PriceOverrides } from '../../shared/prices';
import type { Budget, DayReport, PendingRequest, SessionDetails } from '../../shared/protocol';

/** A request by its held call, and the digest of what of it a person had before them. */
export interface ShownCall {
  readonly call: string;
  readonly shown: string;
}

/** What a window asks of the hub. */
export interface HubActions {
  /** Out of sight until new activity, or back in sight. Rejects with a sentence fit for a person. */
  archive(sessionId: string, archived: boolean): Promise<void>;
  /** The open dialog of a session, whole: the board has a preview. Rejects as `archive` does. */
  request(sessionId: string): Promise<PendingRequest>;
  /** What a person sees who looks closer at a session. Rejects as `archive` does. */
  details(sessionId: string): Promise<SessionDetails>;
  /** What the sessions did on a day, today where none is named. Rejects as `archive` does. */
  day(day?: string): Promise<DayReport>;
  /** Kept, and sent again to each hub that comes after. */
  setBudget(budget: Budget): void;
  /** The user's own prices; kept, and sent again to each hub that comes after. */
  setPrices(prices: PriceOverrides): void;
  /** After everything was removed. */
  startAgain(): void;
  /** What this window offers; kept, and sent again to each hub that comes after. */
  setControl(offer: Omit<ControlOffer, 'window'>): void;
  /** Answers a request as it was shown; settles when its fate is known. Rejects as `archive` does. */
  decide(sessionId: string, on: ShownCall, decision: Decision): Promise<DecideAnswer>;
  /** A person had the request before them. For its trace alone: what fails is not told. */
  shown(sessionId: string, call: string, place: RequestPlace): void;
  /** Leaves a request to its terminal. Rejects as `archive` does. */
  handBack(sessionId: string, call: string): Promise<void>;
  /** Changes what is in line for a session; settles when it is kept. Rejects as `archive` does. */
  changePrompts(sessionId: string, change: PromptChange): Promise<PromptAnswer>;
  /** What is in line for a session, whole: the board has the beginnings. Rejects as `archive` does. */
  wholePrompts(sessionId: string): Promise<WholePrompts>;
  /** What a person does to the session's process. Rejects as `archive` does. */
  actOn(sessionId: string, act: SessionAct): Promise<SessionActOutcome>;
}
