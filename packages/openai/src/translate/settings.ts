import { changedSettings } from '@interpose/adapter-kit';
import type { Dict, ModelRequest } from '@interpose/core';
import { textOf, type Body, type Copy } from './native.ts';

/** The model a request names, and every field but `without` as the wire names it. */
export function modelAndSettings(
  body: Body,
  without: readonly string[],
  copy: Copy,
): { readonly model?: string; readonly settings: Dict } {
  const model = textOf(body['model']);
  const names = Object.keys(body).filter(
    (name) => body[name] !== undefined && !without.includes(name),
  );
  const settings = Object.fromEntries(names.map((name) => [name, copy(body[name])]));
  return { ...(model === undefined ? undefined : { model }), settings };
}

/** The model and the settings a hook changed; a setting that it took out is not sent. */
export function changedModelAndSettings(
  changed: ModelRequest,
  original: ModelRequest,
  body: Body,
): Dict {
  return {
    ...changedSettings(changed, original, body),
    ...(changed.model === original.model ? undefined : { model: changed.model }),
  };
}
