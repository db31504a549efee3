import type { Policy } from '@interpose/core';
import { trackTaint, type ToolRule } from '@interpose/policies/track-taint';

import { everydayTools } from './everyday-tools.ts';
import { githubTools } from './github-tools.ts';
import { moneyTools } from './money-tools.ts';
import { shoppingTools } from './shopping-tools.ts';
import { theUser } from './the-user.ts';

/** The user wants done what somebody else wrote down. */
const delegates =
  /\b(?:follow|complet|finish|fulfil|achiev|address|handl|carry out|take care of)\w*\b.{0,40}\b(?:instructions?|tasks?|requests?|homework|needs?|issues?|steps|list|it|them)\b/is;

/** What a named author asks for is asked for: these users say "do what Alice wrote". */
const tools: Readonly<Record<string, ToolRule>> = Object.fromEntries(
  Object.entries({ ...everydayTools, ...moneyTools, ...shoppingTools, ...githubTools }).map(
    ([name, rule]) => [name, { whose: 'authors', ...rule }],
  ),
);

/** The policy set of one suite, as the owner of that application would write it. */
export function agentdynPolicies(_suite: string): readonly Policy[] {
  return [
    trackTaint({
      tools,
      hosts: theUser.companyHosts,
      delegates,
      onTainted: 'ask',
      onUnrequested: 'ask',
    }),
  ];
}
