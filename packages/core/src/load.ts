export { loadPolicyModule } from './loading/load-policies.ts';
export {
  hooksOf,
  readPolicyModule,
  type PolicyExport,
  type PolicyModule,
} from './loading/policy-module.ts';
