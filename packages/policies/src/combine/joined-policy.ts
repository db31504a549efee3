import {
  InterposeError,
  type Disposer,
  type Hooks,
  type MaybePromise,
  type Policy,
  type PolicyHooks,
} from '@interpose/core';

import { changedCopy } from '../shared/values/changed-copy.ts';
import { isThenable } from '../shared/values/is-thenable.ts';
import type { ListedHook } from './listed-hooks.ts';

type Started = PromiseLike<Disposer | void> | Disposer | void;

/**
 * Makes one policy of several. Its version names the versions of all members, so that a new version of any member voids
 * old approvals. Its setup runs their setups.
 *
 * @throws InterposeError `invalid_option` where there is no member.
 */
export function joinedPolicy(
  word: string,
  members: readonly Policy[],
  hooks: ReadonlyMap<string, readonly ListedHook[]>,
): Policy {
  if (members.length === 0)
    throw new InterposeError('invalid_option', `${word}() has no policies`, 'pass at least one');
  const name = `${word}(${members.map((member) => member.name).join(', ')})`;
  const version = members.map((member) => `${member.name}@${member.version ?? ''}`).join('+');
  return {
    name,
    version,
    hooks: Object.fromEntries(hooks) as PolicyHooks,
    ...(members.some((member) => member.setup !== undefined)
      ? {
          // A dry run of this policy makes every member a dry run; the setup of a member may depend on that.
          setup(this: Policy | void, registry: Hooks) {
            const isDryRun = this?.mode === 'monitor';
            return setUp(isDryRun ? members.map(watched) : members, registry);
          },
        }
      : {}),
  };
}

function watched(member: Policy): Policy {
  return changedCopy(member, { mode: 'monitor' });
}

/** Starts all setups at once, as listing the policies would. If one fails, those that succeeded are undone. */
function setUp(members: readonly Policy[], hooks: Hooks): MaybePromise<Disposer> {
  const started: Started[] = [];
  try {
    for (const member of members) started.push(member.setup?.(hooks));
  } catch (error) {
    void settle(started).then((ended) => undo(ended));
    throw error;
  }
  if (!started.some((each) => isThenable(each))) return disposerOf(started as (Disposer | void)[]);
  return settle(started).then((ended) => {
    const failed = ended.find((each) => each.status === 'rejected');
    if (failed === undefined) return disposerOf(disposersOf(ended));
    undo(ended);
    throw failed.reason;
  });
}

function settle(started: readonly Started[]): Promise<PromiseSettledResult<Disposer | void>[]> {
  return Promise.allSettled(started.map(async (each) => each));
}

function undo(ended: readonly PromiseSettledResult<Disposer | void>[]): void {
  for (const dispose of disposersOf(ended)) dispose?.();
}

function disposersOf(ended: readonly PromiseSettledResult<Disposer | void>[]): (Disposer | void)[] {
  return ended.map((each) => (each.status === 'fulfilled' ? each.value : undefined));
}

function disposerOf(disposers: readonly (Disposer | void)[]): Disposer {
  const left = [...disposers];
  const dispose = (): void => {
    for (const each of left.splice(0)) each?.();
  };
  return Object.assign(dispose, { [Symbol.dispose]: dispose });
}
