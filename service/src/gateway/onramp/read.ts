/** Reads the on-ramp's part of the config file. Keys are in files that only this user may read. */
import type { ConfigFile } from '../../config/file.ts'
import { readOwnFile, readSecretFile } from '../../crypto/secret.ts'
import { readCdpKey } from './coinbase/jwt.ts'
import type { OnrampSettings } from './settings.ts'

type Given = NonNullable<NonNullable<ConfigFile['gateway']>['onramp']>

/** Provider names reserved for the known providers. */
const taken: readonly string[] = ['coinbase', 'meld']

/** @throws {Error} naming the key and what to write */
export function readOnramp({ coinbase, meld, checkouts = [] }: Given, at: (path: string) => string): OnrampSettings {
  const names = checkouts.map(({ name }) => name)
  const double = names.find((name, index) => taken.includes(name) || names.indexOf(name) !== index)
  if (double !== undefined) throw new Error(`gateway.onramp.checkouts: the name "${double}" is taken`)
  return {
    coinbase: coinbase && { key: readKey(coinbase, at), url: coinbase.url },
    meld: meld && { apiKey: readText(at(meld.keyFile), 'gateway.onramp.meld.keyFile'), url: meld.url },
    checkouts: checkouts.map(({ name, label, feeRange = '', isTest = false, page, api = page, secretFile }) => ({
      name,
      label,
      feeRange,
      isTest,
      page,
      api,
      secret: readSecretFile(`gateway.onramp.checkouts.${name}.secretFile`, at(secretFile)),
    })),
  }
}

function readKey({ keyId, keyFile }: NonNullable<Given['coinbase']>, at: (path: string) => string) {
  const key = 'gateway.onramp.coinbase.keyFile'
  const text = readText(at(keyFile), key)
  try {
    return readCdpKey(keyId, text)
  } catch (error) {
    throw new Error(`${key} ${error instanceof Error ? error.message : 'is no key'}`)
  }
}

/** @throws {Error} when other users can read the file, or it holds no key */
function readText(path: string, key: string): string {
  const text = readOwnFile(key, path)
  // It is sent in a header.
  if (!text.includes('PRIVATE KEY') && !/^[\x21-\x7e]{1,1024}$/.test(text))
    throw new Error(`${key}: ${path} holds no key`)
  return text
}
