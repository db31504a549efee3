export type { LabelledRuleFile, ReadLabel, ToolLabel } from './labelled-rule-file.ts';
export { labelledRules, labelledRulesFile } from './labelled-rules.ts';
export { labelByName, watchLabels, type WatchedCall, type WatchOptions } from './watch-labels.ts';
