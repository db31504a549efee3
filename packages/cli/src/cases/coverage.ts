import type { Policy } from '@interpose/core';

import type { CasePolicies } from './policies-of.ts';
import { shortName } from './policies-of.ts';
import { RuleCoverage, type RuleReach } from './rule-coverage.ts';
import type { CaseResult } from './run-case.ts';

/** The coverage that the cases of a run reached. */
export interface CoverageReport {
  /** Hooks by `policy/hook`; a hook that ran but never gave a decision counts as half. */
  readonly hooks: readonly {
    readonly hook: string;
    readonly asked: number;
    readonly acted: number;
  }[];
  readonly rules: readonly RuleReach[];
  /** Modules whose hooks are not counted, because they export the result of `createHooks`. */
  readonly unlisted: readonly string[];
  /** Reached branches of all branches, 0 to 100; 0 if there are none. */
  readonly percent: number;
}

/** Counts the hooks and the branches of rules that cases reach. */
export class Coverage {
  readonly #hooks = new Map<string, { asked: number; acted: number }>();
  readonly #rules = new Map<string, RuleCoverage>();
  readonly #unlisted = new Set<string>();

  know({ policies, ruleFiles, unlisted }: CasePolicies): void {
    if (unlisted !== undefined) this.#unlisted.add(unlisted);
    for (const hook of policies.flatMap(hooksIn))
      if (!this.#hooks.has(hook)) this.#hooks.set(hook, { asked: 0, acted: 0 });
    for (const path of ruleFiles)
      if (!this.#rules.has(path)) this.#rules.set(path, new RuleCoverage(path, shortName(path)));
  }

  async add({ heard, case: given }: CaseResult, { ruleFiles }: CasePolicies): Promise<void> {
    for (const { hook, decision } of heard) {
      const known = this.#hooks.get(hook) ?? { asked: 0, acted: 0 };
      this.#hooks.set(hook, known);
      known.asked += 1;
      if (decision !== 'allow') known.acted += 1;
    }
    for (const path of ruleFiles) await this.#rules.get(path)?.add(given);
  }

  report(): CoverageReport {
    // Ready-made policies name their tools in hooks that are never called: no case can reach those.
    const hooks = [...this.#hooks].flatMap(([hook, counts]) =>
      hook.endsWith('/listed') ? [] : { hook, ...counts },
    );
    const rules = [...this.#rules.values()].flatMap(({ reaches }) => reaches);
    const branches = [
      ...hooks.flatMap(({ asked, acted }) => [asked, acted]),
      ...rules.flatMap(({ holds, fails }) => [holds, fails]),
    ];
    const reached = branches.filter((count) => count > 0).length;
    const percent = branches.length === 0 ? 0 : Math.round((reached / branches.length) * 1000) / 10;
    return { hooks, rules, unlisted: [...this.#unlisted], percent };
  }
}

/** Returns the hooks of a policy. Hooks that it adds in its setup become known once they run. */
function hooksIn({ name, hooks = {} }: Policy): readonly string[] {
  return Object.entries(hooks).flatMap(([event, given]) =>
    [given as unknown].flat().map((hook) => {
      const own =
        typeof hook === 'object' && hook !== null && 'name' in hook ? hook.name : undefined;
      return `${name}/${typeof own === 'string' ? own : event}`;
    }),
  );
}
