import { definePolicy, deny, type Policy } from '@interpose/core';
import { chance } from './chance.ts';

/** Changes streamed text before it leaves, also where a match straddles two deltas. */
const digits: Policy = definePolicy({
  name: 'digits',
  hooks: {
    onResponseDelta: {
      window: 8,
      run: ({ delta, channel }) =>
        channel === 'text' && /\d/.test(delta)
          ? { delta: delta.replaceAll(/\d/g, '#') }
          : undefined,
    },
  },
});

/** Ends a stream once the text so far says so. */
const stop: Policy = definePolicy({
  name: 'stop',
  hooks: {
    onResponseDelta: ({ delta, sofar, channel }) => {
      const words = `${sofar}${delta}`.split(' ');
      const isBad = words.slice(0, -1).some((word) => chance(word, 150) === 0);
      return channel === 'text' && isBad ? deny('a bad word', { code: 'word' }) : undefined;
    },
  },
});

const all: readonly Policy[] = [digits, stop];

export default all;
