import { sizeChecks } from './scripts/checks/size-checks.ts';

export default sizeChecks();
