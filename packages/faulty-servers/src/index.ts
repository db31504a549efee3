export { openEventProxy, type EventProxy, type Tamper } from './event-proxy.ts';
export { openProxy, type FaultyProxy } from './faulty-proxy.ts';
export {
  freePort,
  missingServer,
  startPostgres,
  startRedis,
  type OwnServer,
} from './own-servers.ts';
export { missingHost, startSecondHost, type SecondHost } from './second-host.ts';
