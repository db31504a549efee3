import { canariesIn } from '../canary-text.ts';
import type { Breach } from '../ledger.ts';
import type { WireContext, WireKind, WireSide } from './wire-target.ts';

/** The canary prefix of each side. */
const SAID_BY = { near: 'CANARY-SAID-', far: 'CANARY-TOLD-' } as const;

/** The decision of the hooks about one message. */
interface Judgement {
  readonly channel: string;
  readonly seen: Set<string>;
  /** The canaries that were left when the last hook ran. */
  kept: ReadonlySet<string>;
  stopped: boolean;
  /** The canaries that had arrived before. */
  readonly before: ReadonlySet<string>;
}

/** The verdicts about each message in one run, compared with the messages that arrived. */
export class WireLedger {
  readonly breaches: Breach[] = [];
  /** False if no hook records what passed. */
  audits = false;
  readonly #kind: Pick<WireKind, 'repeats' | 'channelOf'>;
  readonly #judgements: Judgement[] = [];
  readonly #arrived = new Set<string>();

  constructor(kind: Pick<WireKind, 'repeats' | 'channelOf'> = {}) {
    this.#kind = kind;
  }

  /** Returns the judgement of a message, the same for all hooks that see it. */
  judge(context: WireContext): Judgement {
    const { message, metadata } = context;
    const canaries = canariesIn(message);
    const known = metadata['judgement'] as Judgement | undefined;
    const judgement = known ?? this.#newJudgement(this.#kind.channelOf?.(context));
    metadata['judgement'] = judgement;
    for (const canary of canaries) judgement.seen.add(canary);
    judgement.kept = new Set(canaries);
    return judgement;
  }

  /** Records that a value reached a side: all of the other side's canaries in it must have passed. */
  arrived(side: WireSide, value: unknown, channel: string = ''): void {
    for (const canary of canariesIn(value)) {
      if (!canary.startsWith(SAID_BY[side === 'near' ? 'far' : 'near'])) continue;
      if (this.audits && this.#isWithheld(canary, channel))
        this.#breach('denied message', `what was denied arrived at the ${side} end`);
      else if (this.audits && !this.#isPassed(canary, channel))
        this.#breach('unasked message', `what nobody was asked about arrived at the ${side} end`);
      this.#arrived.add(canary);
    }
  }

  /** Returns the texts that this side must not reach. */
  withheldFrom(side: WireSide): readonly string[] {
    const prefix = SAID_BY[side === 'near' ? 'far' : 'near'];
    const seen = new Set(this.#judgements.flatMap((each) => [...each.seen]));
    const channels = [...new Set(this.#judgements.map(({ channel }) => channel))];
    return [...seen].filter(
      (canary) =>
        canary.startsWith(prefix) &&
        channels.some((channel) => this.#isWithheld(canary, channel)) &&
        // A text that passed on another channel may appear at the end of that channel.
        !channels.some((channel) => this.#isLastPassed(canary, channel)),
    );
  }

  #newJudgement(channel: string = ''): Judgement {
    const made = {
      channel,
      seen: new Set<string>(),
      kept: new Set<string>(),
      stopped: false,
      before: new Set(this.#arrived),
    };
    this.#judgements.push(made);
    return made;
  }

  #isPassed(canary: string, by: string): boolean {
    return this.#judgements.some(
      ({ channel, kept, stopped }) => channel === by && !stopped && kept.has(canary),
    );
  }

  #isLastPassed(canary: string, channel: string): boolean {
    return this.#isPassed(canary, channel) && !this.#isWithheld(canary, channel);
  }

  #isWithheld(canary: string, by: string): boolean {
    const judged = this.#judgements.filter(
      ({ seen, channel }) => channel === by && seen.has(canary),
    );
    return (this.#kind.repeats === true ? judged.slice(-1) : judged).some(
      ({ kept, stopped, before }) => (stopped || !kept.has(canary)) && !before.has(canary),
    );
  }

  #breach(invariant: Breach['invariant'], found: string): void {
    this.breaches.push({ invariant, found });
  }
}
