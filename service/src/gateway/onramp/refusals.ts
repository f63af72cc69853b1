/** Refusals of the on-ramp. */
import { GatewayRefusal, shown } from '../refusal.ts'

export const onrampRefusals = {
  down: () => new GatewayRefusal(503, '', 'OnRamp provider is temporarily unavailable'),
  notSold: () => new GatewayRefusal(400, 'purchaseCurrency', 'The provider does not sell this on the network'),
  notPaid: () => new GatewayRefusal(400, 'paymentCurrency', 'The provider does not take this currency in this way'),
  outside: (field: string, { min, max }: { readonly min: string; readonly max: string }) =>
    new GatewayRefusal(400, field, `The amount is outside the limits: ${min} to ${max}`),
  oneWallet: () => new GatewayRefusal(400, 'destinationWallets', 'One account receives: name exactly one'),
  notOwn: () => new GatewayRefusal(400, 'partnerUserId', 'Only the account that asks can receive'),
  badUrl: () => new GatewayRefusal(502, '', 'The provider answered with an address that is not its checkout'),
  noQuote: (status: number) =>
    new GatewayRefusal(400, 'amount', `The provider has no quote for this (${shown(String(status))})`),
} as const
