export { interceptModule, type Interception, type LoadedModule } from './intercept-module.ts';
