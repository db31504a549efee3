import { deny, type BaseContext, type DenyVerdict, type MaybePromise } from '@interpose/core';

import { denyWhenLost } from '../shared/stores/deny-when-lost.ts';
import { andThen } from '../shared/values/and-then.ts';
import type { KillSwitchOptions } from './kill-switch-options.ts';
import { SwitchReader, type Reading } from './switch-reader.ts';
import { namedIn, targetsOf, type SwitchedStep } from './switch-target.ts';
import { switchedOff } from './switches.ts';

/** A step at a gate. Its metadata is the same object for all hooks of one dispatch. */
export type Gated = SwitchedStep & Pick<BaseContext, 'metadata'>;

/** Decides whether a step is switched off. */
export class SwitchGate {
  readonly #options: KillSwitchOptions;
  readonly #reader: SwitchReader | undefined;
  /** The steps that were judged, each with its name at that time. */
  readonly #judged = new WeakMap<object, string | undefined>();

  constructor(options: KillSwitchOptions) {
    this.#options = options;
    this.#reader = options.store === undefined ? undefined : new SwitchReader(options.store);
  }

  judge(step: Gated): MaybePromise<DenyVerdict | undefined> {
    this.#judged.set(step.metadata, nameOf(step));
    return this.read(step, this.#options.freshMs ?? 0);
  }

  /** Judges a step again if a later hook changed its name. */
  judgeChanged(step: Gated): MaybePromise<DenyVerdict | undefined> {
    return this.#judged.get(step.metadata) === nameOf(step) ? undefined : this.judge(step);
  }

  /** Judges a step again, after a person approved it, if it was judged before. */
  judgeApproved(step: Gated): MaybePromise<DenyVerdict | undefined> {
    return this.#judged.has(step.metadata) ? this.judge(step) : undefined;
  }

  /** Judges by a reading that is at most `mayBeMs` milliseconds old. */
  read(step: SwitchedStep, mayBeMs: number): MaybePromise<DenyVerdict | undefined> {
    return denyWhenLost(() => this.#read(step, mayBeMs), this.#options.message);
  }

  #read(step: SwitchedStep, mayBeMs: number): MaybePromise<DenyVerdict | undefined> {
    const { signal } = this.#options;
    if (signal?.aborted === true) return killed(this.#options, reasonOf(signal.reason));
    const switches: MaybePromise<Reading> = this.#reader?.read(mayBeMs) ?? {};
    return andThen(switches, (read) => judge(this.#options, step, read));
  }
}

/** Returns the name in a step. It is enough to detect a change, since an event names either a tool or an agent. */
function nameOf(step: SwitchedStep): string | undefined {
  const { tool, delegate } = namedIn(step);
  return tool ?? delegate;
}

function judge(
  options: KillSwitchOptions,
  step: SwitchedStep,
  switches: Reading,
): MaybePromise<DenyVerdict | undefined> {
  if (switches === 'unreadable') return unreadable(options);
  const switched = switchedOff(switches, targetsOf(step));
  if (switched !== undefined) return killed(options, switched.reason);
  const checked = options.check === undefined ? false : options.check(step);
  return andThen(checked, (answer) => judgeCheck(options, answer));
}

/** Judges an answer of `check`: only a plain `false` lets the step pass. */
function judgeCheck(options: KillSwitchOptions, answer: unknown): DenyVerdict | undefined {
  return answer === false ? undefined : killed(options, reasonOf(answer));
}

function killed({ message }: KillSwitchOptions, reason: string | undefined): DenyVerdict {
  return deny(reason === undefined ? 'Switched off.' : `Switched off: ${reason}`, {
    code: 'killed',
    ...(message === undefined ? {} : { message }),
  });
}

function unreadable({ message }: KillSwitchOptions): DenyVerdict {
  return deny('Whether this is switched off cannot be read.', {
    code: 'switch_unreadable',
    ...(message === undefined ? {} : { message }),
  });
}

function reasonOf(given: unknown): string | undefined {
  return typeof given === 'string' && given !== '' ? given : undefined;
}
