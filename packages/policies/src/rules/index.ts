export { rules, type RulesOptions } from './rules.ts';
export { readRulesWith, rulesFile } from './rules-file.ts';
export type { Change, RuleCondition, RuleFile, RuleTest, Rule } from './rule-file.ts';
