import { deny, mapText, type PolicyHooks } from '@interpose/core';

import { defangLinks, type LinkTest } from './defang-links.ts';
import type { EgressRules } from './egress-rules.ts';
import { mayBeLinked } from './judge-target.ts';
import { linkPendingFrom } from './link-pending.ts';

const FOREIGN = 'the answer links to a host that is not allowed';
const CODE = { code: 'egress_link' };

/**
 * The hooks on what the model says: pictures and links of other hosts carry data away when they are shown or followed.
 * Streams pass through a window that holds back no more than a link whose host is not yet whole.
 */
export function linkHooks(mode: 'defang' | 'deny', rules: EgressRules): PolicyHooks {
  const mayStay: LinkTest = (authority) => mayBeLinked(authority, rules);
  return {
    onResponseDelta: {
      window: (pending) => pending.length - linkPendingFrom(pending),
      run({ delta, channel, last }) {
        if (channel !== 'text') return undefined;
        const whole = last ? delta.length : linkPendingFrom(delta);
        const head = delta.slice(0, whole);
        const text = defangLinks(head, mayStay);
        if (text === head) return undefined;
        return mode === 'deny' ? deny(FOREIGN, CODE) : { delta: text + delta.slice(whole) };
      },
    },
    onResponse: {
      stream: 'observe',
      run({ response }) {
        const safe = mapText(response, (text) => defangLinks(text, mayStay));
        if (safe === response) return undefined;
        return mode === 'deny' ? deny(FOREIGN, CODE) : { response: safe };
      },
    },
  };
}
