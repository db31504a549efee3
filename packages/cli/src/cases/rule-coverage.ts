import { readFileSync } from 'node:fs';

import { createHooks, type Hooks } from '@interpose/core';
import { openChat } from '@interpose/core/adapter';
import { rules, type Rule, type RuleFile } from '@interpose/policies/rules';
import { LineCounter, parseDocument } from 'yaml';

import { payloadOf } from './payload-of.ts';
import type { PolicyCase } from './policy-case.ts';

/** How many cases reach each branch of one rule. */
export interface RuleReach {
  readonly rule: string;
  readonly file: string;
  readonly line: number;
  /** Cases in which every condition of the rule held. */
  holds: number;
  /** Cases at the event of the rule in which a condition did not hold. */
  fails: number;
}

interface Probe {
  readonly on: string;
  readonly hooks: Hooks;
  readonly reach: RuleReach;
}

/** Counts for every rule of a file in which cases it held and in which it did not: its two branches. */
export class RuleCoverage {
  readonly #probes: readonly Probe[];

  /** @throws InterposeError `invalid_rules` */
  constructor(path: string, file: string) {
    const text = readFileSync(path, 'utf8');
    const lines = new LineCounter();
    const document = parseDocument(text, { lineCounter: lines });
    const { rules: all } = document.toJS() as RuleFile;
    this.#probes = all.map((rule, index) => {
      const node = document.getIn(['rules', index], true) as { readonly range: readonly [number] };
      const { line } = lines.linePos(node.range[0]);
      const name =
        rule.name ?? `#${index + 1} ${rule.on} ${[rule.tool ?? ''].flat().join('|')}`.trim();
      return {
        on: rule.on,
        hooks: createHooks({ policies: [rules(probeOf(rule))] }),
        reach: { rule: name, file, line, holds: 0, fails: 0 },
      };
    });
  }

  get reaches(): readonly RuleReach[] {
    return this.#probes.map(({ reach }) => reach);
  }

  async add({ step, agent = { id: 'agent' }, user }: PolicyCase): Promise<void> {
    const { event, payload } = payloadOf(step);
    for (const probe of this.#probes) {
      if (probe.on !== event) continue;
      const host = { framework: 'interpose-test', version: '1.0.0' };
      const chat = await openChat(probe.hooks, {
        host,
        agent,
        ...(user === undefined ? {} : { user }),
      });
      const { decision } = await chat.dispatch(event, payload);
      await chat.end({ kind: 'done', reason: 'completed' });
      if (decision === 'deny') probe.reach.holds += 1;
      else probe.reach.fails += 1;
    }
  }
}

/** Returns a file with this rule alone, changed to deny, so that a denial shows that the rule holds. */
function probeOf({ name = 'probe', on, tool, agent, user, args, if: condition }: Rule): RuleFile {
  const probe: Rule = {
    name,
    on,
    ...(tool === undefined ? {} : { tool }),
    ...(agent === undefined ? {} : { agent }),
    ...(user === undefined ? {} : { user }),
    ...(args === undefined ? {} : { args }),
    ...(condition === undefined ? {} : { if: condition }),
    decision: 'deny',
    reason: 'it holds',
  };
  return { default: 'allow', rules: [probe] };
}
