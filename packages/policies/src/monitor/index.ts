export { monitor } from './monitor.ts';
