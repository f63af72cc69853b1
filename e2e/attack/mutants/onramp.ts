/** Mutants for buying. */
import { type Mutant, weaken } from './mutant.ts'

const url = 'protocol/src/gateway/checkout-url.ts'
const service = 'service/src/gateway/onramp/onramp.ts'
const purchase = 'frame-app/src/modal/flows/onramp-purchase.ts'
const signature = 'service/src/gateway/onramp/checkout/signature.ts'

export const onramp: readonly Mutant[] = [
  weaken('C168', 'any host is a checkout', url, 'if (!isListed && !isKnown) return undefined', ''),
  weaken('C168', 'a host that ends like a known one is known', url, 'host === known', 'host.endsWith(known)'),
  weaken(
    'C168',
    'the modal opens whatever the service names',
    purchase,
    'const url = readCheckoutUrl(answered, { provider: seller.name, address, origins })',
    'const url = origins.length < 99 ? answered : readCheckoutUrl(answered, { provider: seller.name, address, origins })',
  ),
  weaken(
    'C169',
    'the recipient is not checked',
    url,
    'return namesOnly(url, address) ? url.href : undefined',
    'return url.href',
  ),
  weaken('C169', 'an account that was escaped twice is not seen', url, 'next === text ? text : decoded(next)', 'next'),
  weaken(
    'C169',
    'several accounts may receive',
    service,
    'if (!wallet || others.length > 0) throw',
    'if (!wallet || others.length > 9) throw',
  ),
  weaken(
    'C169',
    'anybody may receive',
    service,
    'request.partnerUserId !== wallet.address',
    'request.partnerUserId.length < 1',
  ),
  weaken(
    'C170',
    'one invalid row rejects the list',
    'frame-app/src/modal/api/onramp.ts',
    'if (parsed.success) read.push(parsed.data)',
    'if (!parsed.success) return []\n    read.push(parsed.data)',
  ),
  weaken(
    'C170',
    'lists have no end',
    'frame-app/src/modal/api/onramp.ts',
    'z.array(z.unknown()).check(z.maxLength(5_000))',
    'z.array(z.unknown()).check(z.maxLength(5_000_000))',
  ),
  weaken(
    'C171',
    'an opening may carry anything',
    'protocol/src/contracts/host-link/received-by-modal.ts',
    'OPEN: z.strictObject({\n      view',
    'OPEN: z.object({\n      view',
  ),
  weaken(
    'C172',
    'a signature is not compared',
    signature,
    "if (!isEqual(signature, hmac(secret, 'order', signed.toString()))) return undefined",
    '',
  ),
  weaken('C172', 'orders do not expire', signature, "Number(signed.get('expires')) >= now", 'now > 0'),
  weaken('C173', 'any purchase counts', purchase, 'rows.find(({ id }) => !before.has(id))', 'rows[0]'),
  weaken(
    'C173',
    'purchases of others are listed',
    'service/src/gateway/onramp/provider.ts',
    'one === other ||',
    'one.length === other.length ||',
  ),
]
