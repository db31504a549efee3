import type { PlantedFault } from './planted-fault.ts';

/** Faults in the manifests of the packed tarballs. */
export const faultsInManifests: readonly PlantedFault[] = [
  {
    gate: 'package',
    fault: 'the condition for sources is published',
    says: 'publishConfig.exports',
    plant: {
      path: 'packages/core/package.json',
      search: '"types": "./dist/adapter.d.ts",\n        "default"',
      replacement: '"@interpose/source": "./src/adapter.ts",\n        "default"',
    },
  },
  {
    gate: 'package',
    fault: 'an export without a file',
    says: './dist/gone.js',
    plant: {
      path: 'packages/core/package.json',
      search: '"./package.json": "./package.json"\n    }\n  }',
      replacement:
        '"./package.json": "./package.json",\n      "./gone": "./dist/gone.js"\n    }\n  }',
    },
  },
  {
    gate: 'package',
    fault: 'an adapter that brings its own core',
    says: '@interpose/core is no peer',
    plant: {
      path: 'packages/openai/package.json',
      search: '"dependencies": {',
      replacement: '"dependencies": {\n    "@interpose/core": "workspace:^",',
    },
  },
  {
    gate: 'package',
    fault: 'an import that bundlers drop, although it works when it is loaded',
    says: 'sideEffects is not ["./dist/register.js"]',
    plant: {
      path: 'packages/openai/package.json',
      search: '"sideEffects": [\n    "./dist/register.js"\n  ]',
      replacement: '"sideEffects": false',
    },
  },
  {
    gate: 'package',
    fault: 'a dependency that needs a newer Node',
    says: '@babel/parser needs Node',
    plant: {
      path: 'packages/cli/package.json',
      search: '"node": "^22.18.0 || >=24.11.0"',
      replacement: '"node": ">=22.12"',
    },
  },
];
