/**
 * The project record: who may embed the frames, and where they may connect. The deploy step writes it as an inert JSON
 * block into each project's HTML (`<script type="application/json" id="airlock-project">`) and derives the response
 * headers from it, so that page and policy cannot disagree.
 */
import * as z from 'zod/mini'
import { Caip2 } from '../scalars/caip.ts'
import { Origin } from '../scalars/origin.ts'

export const ProjectId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))

/** A node's address: HTTP or WebSocket. */
const RpcUrl = z.string().check(z.maxLength(2048), z.regex(/^(https?|wss?):\/\/\S+$/))

/** Base address of a service over HTTP; paths are resolved against it. */
const ServiceUrl = z.string().check(z.maxLength(2048), z.regex(/^https?:\/\/[^\s?#]+$/))

/** Where phones are reached: the pairing relay, and the key that its operator has given to this project. */
const Pairing = z.strictObject({
  relayUrl: z.string().check(z.maxLength(2048), z.regex(/^wss?:\/\/[^\s?#]+$/)),
  projectId: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
})

/** The id of the element that holds the record. */
export const projectElementId = 'airlock-project'

export const ProjectRecord = z.strictObject({
  projectId: ProjectId,
  /** Origins that may embed the frames; every ancestor of the modal frame must be listed. */
  hostOrigins: z.array(Origin).check(z.maxLength(100)),
  /** Origin of the wallet frame, where the project uses one. */
  walletOrigin: z.optional(Origin),
  /** Origin of the modal that frames the wallet; stands in the pages of the wallet only, written by its server. */
  modalOrigin: z.optional(Origin),
  /** The wallet service and the recovery service beside it; their origins stand in the wallet's `connect-src`, not in the modal's. */
  walletServiceUrl: z.optional(ServiceUrl),
  recoveryServiceUrl: z.optional(ServiceUrl),
  /** JSON-RPC endpoints per network, in order of preference; their origins become `connect-src`. */
  rpc: z.record(Caip2, z.array(RpcUrl).check(z.maxLength(8))),
  /** The wallet listing, ours or the hosted one. Absent: the modal lists what the page has, and asks nobody. */
  listingUrl: z.optional(ServiceUrl),
  /** Where events are counted. Absent: nothing is. */
  analyticsUrl: z.optional(ServiceUrl),
  /** Without it no wallet on another device can be connected. Its origin stands in the modal's `connect-src`, not in the wallet's. */
  pairing: z.optional(Pairing),
  /** Hosts the project owner trusts with inline approvals (what that gives up: threat model). */
  pinnedHosts: z.array(Origin).check(z.maxLength(100)),
  /** Allows `http:` and localhost origins. */
  development: z.boolean(),
})
export type ProjectRecord = z.infer<typeof ProjectRecord>
