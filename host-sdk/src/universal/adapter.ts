import { type Adapter, type Airlock, AirlockError } from '@airlock/host-sdk'
import { createUniversalProvider, type UniversalOptions, type UniversalProvider } from './provider.ts'

interface Made {
  readonly provider: UniversalProvider
  readonly hasIds: boolean
  stop: () => void
}

const made = new WeakMap<Airlock, Made>()

/**
 * Returns the multichain provider of the instance, the same for each call. If the adapter is used, its options apply.
 * @throws {AirlockError} INVALID_OPTIONS for different options than before
 */
export function getProvider(airlock: Airlock, options: UniversalOptions = {}): UniversalProvider {
  const known = made.get(airlock)
  const { sessionIds: hasIds = known?.hasIds ?? false } = options
  if (known && known.hasIds !== hasIds)
    throw new AirlockError('INVALID_OPTIONS', { message: 'The instance has a provider with another `sessionIds`' })
  if (known) return known.provider
  const created = { ...createUniversalProvider(airlock, { sessionIds: hasIds }), hasIds }
  made.set(airlock, created)
  return created.provider
}

/** For the option `adapters`: serves every namespace, and ends the provider together with the instance. */
export function universalAdapter(options: UniversalOptions = {}): Adapter {
  return {
    namespace: 'universal',
    attach(airlock) {
      getProvider(airlock, options)
      return () => {
        made.get(airlock)?.stop()
        made.delete(airlock)
      }
    },
  }
}
