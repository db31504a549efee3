export {
  interceptModule,
  type Interception,
  type LoadedModule,
} from './register/intercept-module.ts';
