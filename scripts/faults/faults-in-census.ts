import type { PlantedFault } from './planted-fault.ts';

/** Faults in the census of the SDKs. */
export const faultsInCensus: readonly PlantedFault[] = [
  {
    gate: 'census',
    fault: 'an entry that nobody has judged',
    says: 'plantedEntry — function: no class',
    plant: {
      path: 'packages/ai-sdk/census/ai@7.0.173.json',
      search: '"entries": {',
      replacement: '"entries": {\n    "plantedEntry": "function",',
    },
  },
  {
    gate: 'census',
    fault: 'a class for nothing',
    says: '"plantedEntry" matches no entry',
    plant: {
      path: 'packages/a2a/census/classes.ts',
      search: '  ...unmediated,',
      replacement:
        "  { entries: ['plantedEntry'], status: 'harmless', path: 'none', why: 'planted' },\n  ...unmediated,",
    },
  },
  {
    gate: 'census',
    fault: 'a census that is not what is installed',
    says: 'packages/ai-sdk/census/ai@7.0.173.json: stale',
    plant: {
      path: 'packages/ai-sdk/census/ai@7.0.173.json',
      search: '"embed": "function"',
      replacement: '"embed": "class"',
    },
  },
  {
    gate: 'census',
    fault: 'an enforced class without a probe',
    says: 'names the probe "planted", which does not exist',
    plant: {
      path: 'packages/ai-sdk/census/classes.ts',
      search: "enforced('embed', 'embed', [",
      replacement: "enforced('embed', 'planted', [",
    },
  },
  {
    gate: 'census',
    fault: 'an enforced class that names no probe at all',
    says: 'the class of embed is enforced and has no probe',
    plant: {
      path: 'packages/ai-sdk/census/classes.ts',
      search: "  enforced('embed', 'embed', [",
      replacement:
        "  { entries: ['embed'], status: 'enforced', path: 'embed' },\n  enforced('embed', 'embed', [",
    },
  },
  {
    gate: 'census',
    fault: 'an enforced class for a path that the table does not have',
    says: 'a class says "enforced planted", and the table of capabilities has no such row',
    plant: {
      path: 'packages/ai-sdk/census/classes.ts',
      search: "enforced('embed', 'embed', [",
      replacement: "enforced('planted', 'embed', [",
    },
  },
  {
    gate: 'census',
    fault: 'an enforced row that no class is about',
    says: 'the table of capabilities says "enforced planted", and no class does',
    plant: {
      path: 'packages/ai-sdk/src/capabilities.ts',
      search: '  embed: EMBEDDING,',
      replacement: '  embed: EMBEDDING,\n  planted: EMBEDDING,',
    },
  },
  {
    gate: 'census',
    fault: 'code that reads other classes than those that are written down',
    says: 'packages/ai-sdk/src/coverage/declared.ts: stale',
    plant: {
      path: 'packages/ai-sdk/src/coverage/declared.ts',
      search: 'no event describes uploads to the provider',
      replacement: 'planted',
    },
  },
];
