/** For Bitcoin libraries of the page: Airlock in the list of sats-connect, whatever wallet the visitor connects with. */
export { bitcoinAdapter } from './adapter.ts'
export { registerSatsConnect } from './register.ts'
