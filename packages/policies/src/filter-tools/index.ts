export { filterTools, type FilterToolsOptions } from './filter-tools.ts';
export type { DeclaredFacts, KnownTool, Principal, ToolPredicate } from './known-tool.ts';
