import { ask, definePolicy, type Policy } from '@interpose/core';

import { listedTools } from '../../shared/names/listed-tools.ts';

/** Asks a person about calls beyond a number in one session. Denied calls do not count. */
export function limitCalls(most: Readonly<Record<string, number>>): Policy {
  const limits = new Map(Object.entries(most));
  return definePolicy({
    name: 'limit-calls',
    version: JSON.stringify(most),
    hooks: {
      preToolCall: [
        ({ call, session: { history } }) => {
          const limit = limits.get(call.name);
          if (limit === undefined) return undefined;
          const made = history.filter(
            (one) => one.call.name === call.name && one.status !== 'denied',
          );
          return made.length < limit
            ? undefined
            : ask(
                `${call.name} was called ${made.length} times in this session, and ${limit} are usual`,
              );
        },
        ...listedTools(Object.keys(most)),
      ],
    },
  });
}
