export { airlinePolicy } from './airline-policy.ts';
export type { AirlineOptions } from './airline-policy.ts';
export type {
  AirlineRecords,
  Cabin,
  Customer,
  Flight,
  FlightDay,
  PaymentKind,
  Reservation,
  Route,
  Segment,
} from './records/airline-records.ts';
