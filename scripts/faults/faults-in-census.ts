import type { PlantedFault } from './planted-fault.ts';

/** Faults in what is known of the SDKs. */
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
];
