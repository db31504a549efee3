export { killSwitch } from './kill-switch.ts';
export type { KillSwitchOptions } from './kill-switch-options.ts';
export { switchOff, switchOn } from './switch-off.ts';
export type { SwitchOffOptions } from './switch-off.ts';
export type { SwitchTarget } from './switch-target.ts';
