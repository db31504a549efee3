import type { PlantedFault } from './planted-fault.ts';

/** Faults in the workflows that GitHub runs. */
export const faultsInWorkflows: readonly PlantedFault[] = [
  {
    gate: 'workflows',
    fault: 'an event that GitHub does not have',
    says: 'unknown Webhook event',
    plant: {
      path: '.github/workflows/ci.yml',
      search: 'pull_request:',
      replacement: 'pull_requests:',
    },
  },
  {
    gate: 'workflows',
    fault: 'a script that is gone',
    says: 'is no script of package.json',
    plant: {
      path: '.github/workflows/census.yml',
      search: 'pnpm@12 census',
      replacement: 'pnpm@12 cencus',
    },
  },
  {
    gate: 'workflows',
    fault: 'an action whose code may change',
    says: 'may change',
    plant: {
      path: '.github/workflows/docs.yml',
      search: 'actions/deploy-pages@d6db90164ac5ed86f2b6aed7e0febac5b3c0c03e',
      replacement: 'actions/deploy-pages@v4',
    },
  },
];
