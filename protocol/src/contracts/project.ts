/**
 * The project record: which origins may embed the frames, and where the frames may connect. The deploy step writes it as an inert
 * JSON block into each project's HTML (`<script type="application/json" id="airlock-project">`) and derives the response headers
 * from it, so that page and policy cannot disagree.
 */
import * as z from 'zod/mini'
import { Caip2 } from '../scalars/caip.ts'
import { Origin } from '../scalars/origin.ts'
import { WalletIcon, WalletName } from './shapes/announced.ts'

export const ProjectId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))

/** A node's URL: HTTP or WebSocket. */
const RpcUrl = z.string().check(z.maxLength(2048), z.regex(/^(https?|wss?):\/\/\S+$/))

/** Base URL of a service over HTTP; paths are resolved against it. */
const ServiceUrl = z.string().check(z.maxLength(2048), z.regex(/^https?:\/\/[^\s?#]+$/))

/** The pairing relay, through which phone wallets are reached, and this project's id at its operator. */
const Pairing = z.strictObject({
  relayUrl: z.string().check(z.maxLength(2048), z.regex(/^wss?:\/\/[^\s?#]+$/)),
  projectId: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
})

/** One to three parts, without a dot in front. `eth` belongs to ENS. */
const NameZone = z.string().check(
  z.maxLength(64),
  z.regex(/^[a-z0-9](?:[a-z0-9-]{0,40}[a-z0-9])?(\.[a-z0-9](?:[a-z0-9-]{0,40}[a-z0-9])?){1,2}$/),
  z.refine((zone) => !/(^|\.)eth$/.test(zone)),
)

const Origins = z.array(Origin).check(z.maxLength(100))

/** The id of the element that holds the record. */
export const projectElementId = 'airlock-project'

export const ProjectRecord = z.strictObject({
  projectId: ProjectId,
  /** Origins that may embed the frames; every ancestor of the modal frame must be listed. */
  hostOrigins: Origins,
  /** Origin of the wallet frame, if the project uses one. */
  walletOrigin: z.optional(Origin),
  /** Name and icon of the embedded wallet, in the modal and for the page's libraries. */
  walletName: z.optional(WalletName),
  walletIcon: z.optional(WalletIcon),
  /** Origin of the modal that frames the wallet; only in the pages of the wallet, written by its server. */
  modalOrigin: z.optional(Origin),
  /** URLs of the wallet service and the recovery service; their origins are in the wallet's `connect-src`, not in the modal's. */
  walletServiceUrl: z.optional(ServiceUrl),
  recoveryServiceUrl: z.optional(ServiceUrl),
  /**
   * Social logins that the modal offers, in order: `SocialProviders`, validated by the service, and by the modal when it shows them. The
   * wallet service has to be configured for each. Absent: none.
   */
  socials: z.optional(z.array(z.record(z.string(), z.string()))),
  /** JSON-RPC endpoints per network, in order of preference; their origins become `connect-src`. */
  rpc: z.record(Caip2, z.array(RpcUrl).check(z.maxLength(8))),
  /**
   * Names and coins of networks for the wallet's approvals: each a `NamedNetwork`, validated by the service and the wallet. Only for
   * networks that the wallet's table does not have.
   */
  networks: z.optional(z.record(Caip2, z.unknown())),
  /** The wallet listing, ours or the hosted one. Absent: the modal lists only wallets of the page and makes no request. */
  listingUrl: z.optional(ServiceUrl),
  /** The gateway to chains, ours or the hosted one. Absent: the modal asks the project's nodes and shows only their data. */
  gatewayUrl: z.optional(ServiceUrl),
  /** Zones whose names the gateway may resolve, such as `names.example.org`. Absent: `reown.id` and `wcn.id`. All other names are asked of ENS. */
  nameZones: z.optional(z.array(NameZone).check(z.maxLength(8))),
  /**
   * Buying with a card, through the gateway. Absent: not offered. `checkoutOrigins`: allowed payment pages besides those of Coinbase and
   * Meld. `meldKey`: the operator's public key at Meld, for a gateway that has no list of providers.
   */
  onramp: z.optional(z.strictObject({ checkoutOrigins: Origins, meldKey: z.optional(z.string()) })),
  /**
   * Swap contracts on networks that the modal does not know: each a `SwapNetwork`, validated by the service, and by the modal when it
   * swaps. No other contracts are called, whatever the gateway returns.
   */
  swap: z.optional(z.record(Caip2, z.unknown())),
  /**
   * Networks on which an account of the embedded wallet may become a smart account: each a `SmartAccountNetwork`, validated by the service
   * and the wallet. Absent: none.
   */
  smartAccounts: z.optional(z.record(Caip2, z.unknown())),
  /** Service that counts events. Absent: events are not counted. */
  analyticsUrl: z.optional(ServiceUrl),
  /** Required to connect wallets on other devices. Its origin is in the modal's `connect-src`, not in the wallet's. */
  pairing: z.optional(Pairing),
  /** Hosts that the project owner trusts with inline approvals (consequences: threat model). */
  pinnedHosts: Origins,
  /** Allows `http:` and localhost origins. */
  development: z.boolean(),
})
export type ProjectRecord = z.infer<typeof ProjectRecord>
