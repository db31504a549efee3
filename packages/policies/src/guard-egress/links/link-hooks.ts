import { deny, type PolicyHooks } from '@interpose/core';

import { defangAnswer } from './defang-answer.ts';
import { defangLinks, type LinkTest } from './defang-links.ts';
import type { EgressRules } from '../rules/egress-rules.ts';
import { mayBeLinked } from '../rules/judge-target.ts';
import { LEFT, linkPendingFrom } from './link-pending.ts';

const FOREIGN =
  'the answer links to a host that is not allowed; answer without the link, or with a host of the list';
const CODE = { code: 'egress_link' };
/** A place outside of redaction, which restores the addresses that it had hidden in links. */
const OUTERMOST = 5;

/**
 * Makes the hooks for the answers of the model: pictures and links to other hosts carry data away when they are shown
 * or followed. Streams pass through a window that holds back only a link whose host is not complete yet.
 */
export function linkHooks(mode: 'defang' | 'deny', rules: EgressRules): PolicyHooks {
  const mayStay: LinkTest = (authority) => mayBeLinked(authority, rules);
  return {
    onResponseDelta: {
      priority: OUTERMOST,
      window: (pending) => pending.length - linkPendingFrom(pending),
      run({ delta, channel, last, sofar }) {
        if (channel !== 'text') return undefined;
        const whole = last ? delta.length : linkPendingFrom(delta);
        const head = delta.slice(0, whole);
        const text = defangLinks(head, mayStay, sofar.slice(-LEFT));
        if (text === head) return undefined;
        return mode === 'deny' ? deny(FOREIGN, CODE) : { delta: text + delta.slice(whole) };
      },
    },
    onResponse: {
      priority: OUTERMOST,
      stream: 'observe',
      run({ response }) {
        const safe = defangAnswer(response, mayStay);
        if (safe === response) return undefined;
        return mode === 'deny' ? deny(FOREIGN, CODE) : { response: safe };
      },
    },
    // The answer of an agent can be the result of a tool, which onResponse does not see.
    onAgentResponse: {
      priority: OUTERMOST,
      stream: 'observe',
      run({ message }) {
        const safe = defangAnswer(message, mayStay);
        if (safe === message) return undefined;
        return mode === 'deny' ? deny(FOREIGN, CODE) : { message: safe };
      },
    },
  };
}
