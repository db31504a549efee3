import { canariesIn } from '../canary-text.ts';
import type { Breach } from '../ledger.ts';
import type { WireContext, WireKind, WireSide } from './wire-target.ts';

/** Who says which canaries. */
const SAID_BY = { near: 'CANARY-SAID-', far: 'CANARY-TOLD-' } as const;

/** What hooks made of one message. */
interface Judgement {
  readonly channel: string;
  readonly seen: Set<string>;
  /** What was left in it when the last hook was asked. */
  kept: ReadonlySet<string>;
  stopped: boolean;
  /** What had arrived before. */
  readonly before: ReadonlySet<string>;
}

/** What the hooks said of each message in one run, held against what arrived. */
export class WireLedger {
  readonly breaches: Breach[] = [];
  /** False where no hook writes down what passed. */
  audits = false;
  readonly #kind: Pick<WireKind, 'repeats' | 'channelOf'>;
  readonly #judgements: Judgement[] = [];
  readonly #arrived = new Set<string>();

  constructor(kind: Pick<WireKind, 'repeats' | 'channelOf'> = {}) {
    this.#kind = kind;
  }

  /** The judgement that hooks are about to make, the same for all hooks that one message is shown to. */
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

  /** A value reached an end: all of the other end's that it holds has to have passed. */
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

  /** The texts that this end must not reach. */
  withheldFrom(side: WireSide): readonly string[] {
    const prefix = SAID_BY[side === 'near' ? 'far' : 'near'];
    const seen = new Set(this.#judgements.flatMap((each) => [...each.seen]));
    const channels = [...new Set(this.#judgements.map(({ channel }) => channel))];
    return [...seen].filter(
      (canary) =>
        canary.startsWith(prefix) &&
        channels.some((channel) => this.#isWithheld(canary, channel)) &&
        // What another channel let out may be held at the end of it.
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
