import { deny, type DenyVerdict, type Policy } from '@interpose/core';

import type { NameTest } from './match-names.ts';
import type { listedTools } from './listed-tools.ts';
import { offerOnly } from '../events/offer-only.ts';

/** The names that pass, and the denial of all others. */
export interface NameGate {
  /** A hook for every listed tool, so that the registry reports tools that the app does not have. */
  readonly listed: ReturnType<typeof listedTools>;
  readonly allowsTool: NameTest;
  readonly allowsAgent: NameTest;
  /** True: tools that do not pass stay in the request. */
  readonly offer: boolean;
  /** The problem of a name that does not pass, written after `the tool <name>`. */
  readonly problem: string;
  readonly code: string;
}

/** Makes hooks that offer and run only tools whose names pass, and hand over only to agents whose names pass. */
export function gateNames(gate: NameGate): NonNullable<Policy['hooks']> {
  const { allowsTool, allowsAgent, offer } = gate;
  return {
    ...(offer
      ? {}
      : {
          preRequest: ({ request }) => {
            const left = offerOnly(request, ({ name }) => allowsTool(name));
            return left === undefined ? undefined : { request: left };
          },
        }),
    preToolCall: [
      ({ call }) => (allowsTool(call.name) ? undefined : denied(gate, 'tool', call.name)),
      ...gate.listed,
    ],
    preDelegate: ({ task }) => (allowsAgent(task.to) ? undefined : denied(gate, 'agent', task.to)),
  };
}

function denied({ problem, code }: NameGate, kind: 'tool' | 'agent', name: string): DenyVerdict {
  return deny(`the ${kind} ${name.slice(0, 64)} ${problem}`, { code });
}
