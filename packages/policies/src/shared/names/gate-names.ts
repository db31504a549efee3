import { deny, type DenyVerdict, type Policy } from '@interpose/core';

import type { NameTest } from './match-names.ts';
import type { listedTools } from './listed-tools.ts';
import { offerOnly } from '../events/offer-only.ts';

/** Which names pass, and what is said of the others. */
export interface NameGate {
  /** A hook for every tool that is named, to tell of those which the app does not have. */
  readonly listed: ReturnType<typeof listedTools>;
  readonly allowsTool: NameTest;
  readonly allowsAgent: NameTest;
  /** True: tools that do not pass stay in the request. */
  readonly offer: boolean;
  /** What is wrong with a name that does not pass, after `the tool <name>`. */
  readonly problem: string;
  readonly code: string;
}

/**
 * Hooks that offer and run only the tools, and hand over only to the agents, whose names pass.
 *
 * Their policy runs late, at priority 900, so that it sees the names that the hooks before it left.
 */
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
