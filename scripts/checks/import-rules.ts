import type { IFlattenedRuleSet } from 'dependency-cruiser';

type Forbidden = NonNullable<IFlattenedRuleSet['forbidden']>[number];

const tests = '(\\.test\\.ts|\\.test-d\\.ts|/test/.*|packages/[^/]+/census/.*)$';
const adapters = 'ai-sdk|langchain|openai-agents|openai|mcp|a2a';

/**
 * The rooms of core. Each may import itself, the rooms before it and those in its line, whose order is not checked.
 * `create-hooks`, `linked-list` and `maybe-promise` are files at the root that rooms may import.
 */
const coreRooms = [
  'contract',
  'errors|authoring|linked-list|maybe-promise',
  'sessions',
  'registry',
  'context',
  'records',
  'approvals',
  'gate',
  'chat',
  'cycles',
  'inventory|create-hooks',
  'loading',
];

const coreDirection: Forbidden[] = coreRooms.flatMap((group, index) =>
  group.split('|').map((room) => ({
    name: `core-${room}-imports-only-what-is-below`,
    severity: 'error' as const,
    from: { path: `^packages/core/src/${room}(/|\\.ts$)`, pathNot: tests },
    to: {
      path: '^packages/core/src/',
      pathNot: `^packages/core/src/(${coreRooms.slice(0, index + 1).join('|')})(/|\\.ts$)`,
    },
  })),
);

/** The import rules, in addition to those of package borders. */
export const importRules: readonly Forbidden[] = [
  ...coreDirection,
  {
    // Type imports count too: a circle of types is as hard to read as any other.
    name: 'no-import-circle',
    severity: 'error',
    from: {
      path: '^(packages|apps)/',
      pathNot: tests,
    },
    to: { circular: true },
  },
  {
    name: 'core-needs-no-node',
    severity: 'error',
    from: { path: '^packages/core/src/', pathNot: tests },
    to: { dependencyTypes: ['core'], dynamic: false },
  },
  {
    name: 'the-kit-imports-nothing-but-core',
    severity: 'error',
    from: { path: '^packages/adapter-kit/src/', pathNot: tests },
    to: { path: '^packages/', pathNot: '^packages/(adapter-kit|core)/' },
  },
  {
    name: 'the-kit-needs-node-only-to-register',
    severity: 'error',
    from: {
      path: '^packages/adapter-kit/src/',
      pathNot: `${tests}|^packages/adapter-kit/src/register`,
    },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'adapters-know-neither-each-other-nor-policies',
    severity: 'error',
    from: { path: `^packages/(${adapters})/` },
    to: { path: `^packages/(${adapters}|policies)/`, pathNot: '^packages/($1|mcp)/' },
  },
  {
    name: 'policies-know-what-they-share-but-no-other-policy',
    severity: 'error',
    // Labelled rules only combine rules and trackTaint.
    from: { path: '^packages/policies/src/(?!rules/labelled/)([^/]+)/', pathNot: tests },
    to: { path: '^packages/policies/src/', pathNot: '^packages/policies/src/($1|shared)/' },
  },
  {
    name: 'packages-know-no-app',
    severity: 'error',
    from: { path: '^packages/' },
    to: { path: '^apps/' },
  },
  {
    name: 'testing-is-for-tests-and-apps',
    severity: 'error',
    from: { path: '^packages/(?!testing/|faulty-servers/|cli/)', pathNot: tests }, // the command is for development, as tests are
    to: { path: '^packages/(testing|faulty-servers)/' },
  },
  {
    name: 'sources-import-no-test',
    severity: 'error',
    from: { pathNot: tests },
    to: { path: tests, pathNot: 'node_modules' },
  },
  {
    // Development dependencies are declared, so the package borders allow them, but users do not have them.
    name: 'sources-import-no-development-dependency',
    severity: 'error',
    from: { path: '^packages/[^/]+/src/', pathNot: tests },
    to: {
      dependencyTypes: ['npm-dev'],
      dependencyTypesNot: ['npm', 'npm-peer', 'npm-optional', 'type-only'],
    },
  },
  {
    name: 'every-import-is-found',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
];
