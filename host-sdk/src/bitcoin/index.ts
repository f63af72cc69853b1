/** For Bitcoin libraries of the page: lists Airlock in sats-connect, whichever wallet the user connects with. */
export { bitcoinAdapter } from './adapter.ts'
export { registerSatsConnect } from './register.ts'
