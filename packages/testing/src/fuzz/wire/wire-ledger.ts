import { canariesIn } from '../canary-text.ts';
import type { Breach } from '../ledger.ts';
import type { WireContext, WireSide } from './wire-target.ts';

/** Who says which canaries. */
const SAID_BY = { near: 'CANARY-SAID-', far: 'CANARY-TOLD-' } as const;

/** What hooks made of one message. */
interface Judgement {
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
  readonly #judgements: Judgement[] = [];
  readonly #arrived = new Set<string>();

  /** The judgement that hooks are about to make, the same for all hooks that one message is shown to. */
  judge({ message, metadata }: WireContext): Judgement {
    const canaries = canariesIn(message);
    const known = metadata['judgement'] as Judgement | undefined;
    const judgement = known ?? this.#newJudgement();
    metadata['judgement'] = judgement;
    for (const canary of canaries) judgement.seen.add(canary);
    judgement.kept = new Set(canaries);
    return judgement;
  }

  /** Somebody was asked about this and refused it. */
  refuse(message: unknown): void {
    const judgement = this.#newJudgement();
    for (const canary of canariesIn(message)) judgement.seen.add(canary);
    judgement.stopped = true;
  }

  /** A value reached an end: all of the other end's that it holds has to have passed. */
  arrived(side: WireSide, value: unknown): void {
    for (const canary of canariesIn(value)) {
      if (!canary.startsWith(SAID_BY[side === 'near' ? 'far' : 'near'])) continue;
      if (this.audits && this.#isWithheld(canary))
        this.#breach('denied message', `what was denied arrived at the ${side} end`);
      else if (this.audits && !this.#isPassed(canary))
        this.#breach('unasked message', `what nobody was asked about arrived at the ${side} end`);
      this.#arrived.add(canary);
    }
  }

  /** The texts that this end must not reach. */
  withheldFrom(side: WireSide): readonly string[] {
    const prefix = SAID_BY[side === 'near' ? 'far' : 'near'];
    const seen = new Set(this.#judgements.flatMap((each) => [...each.seen]));
    return [...seen].filter((canary) => canary.startsWith(prefix) && this.#isWithheld(canary));
  }

  #newJudgement(): Judgement {
    const made = {
      seen: new Set<string>(),
      kept: new Set<string>(),
      stopped: false,
      before: new Set(this.#arrived),
    };
    this.#judgements.push(made);
    return made;
  }

  #isPassed(canary: string): boolean {
    return this.#judgements.some(({ kept, stopped }) => !stopped && kept.has(canary));
  }

  #isWithheld(canary: string): boolean {
    return this.#judgements.some(
      ({ seen, kept, stopped, before }) =>
        seen.has(canary) && (stopped || !kept.has(canary)) && !before.has(canary),
    );
  }

  #breach(invariant: Breach['invariant'], found: string): void {
    this.breaches.push({ invariant, found });
  }
}
