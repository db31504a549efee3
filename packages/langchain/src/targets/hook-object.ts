import type { Hooks } from '@interpose/core';
import { makeTags, withMembers, type Overlay, type Tags } from '@interpose/adapter-kit';

/** Where a hooked value says that it is one, also to another copy of this package. */
export const TAGS: Tags = makeTags('langchain');

/** The same object with some methods replaced, once for each registry; it is still an instance of its class. */
export function hookObject<T extends object>(
  target: T,
  hooks: Hooks,
  members: Readonly<Record<string, unknown>>,
  methodsRunOn: Overlay['methodsRunOn'] = 'proxy',
): T {
  if (TAGS.of(target)?.hooks === hooks) return target;
  return withMembers(target, members, {
    methodsRunOn,
    tagged: { by: TAGS, tag: { hooks, target } },
  });
}
