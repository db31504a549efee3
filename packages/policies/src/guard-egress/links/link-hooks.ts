import { deny, mapText, type PolicyHooks } from '@interpose/core';

import { defangLinks, type LinkTest } from './defang-links.ts';
import type { EgressRules } from '../rules/egress-rules.ts';
import { mayBeLinked } from '../rules/judge-target.ts';
import { linkPendingFrom } from './link-pending.ts';

const FOREIGN =
  'the answer links to a host that is not allowed; answer without the link, or with a host of the list';
const CODE = { code: 'egress_link' };
/** Outside of redaction, which puts the addresses of links back that it had hidden. */
const OUTERMOST = 5;
/** How much of what has left tells whether the rest is a link. */
const LEFT = 256;

/**
 * The hooks on what the model says: pictures and links of other hosts carry data away when they are shown or followed.
 * Streams pass through a window that holds back no more than a link whose host is not yet whole.
 */
export function linkHooks(mode: 'defang' | 'deny', rules: EgressRules): PolicyHooks {
  const mayStay: LinkTest = (authority) => mayBeLinked(authority, rules);
  const defang = (text: string): string => defangLinks(text, mayStay);
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
        const safe = mapText(response, defang);
        if (safe === response) return undefined;
        return mode === 'deny' ? deny(FOREIGN, CODE) : { response: safe };
      },
    },
    // The result of a tool may be the answer.
    onAgentResponse: {
      priority: OUTERMOST,
      stream: 'observe',
      run({ message }) {
        const safe = mapText(message, defang);
        if (safe === message) return undefined;
        return mode === 'deny' ? deny(FOREIGN, CODE) : { message: safe };
      },
    },
  };
}
