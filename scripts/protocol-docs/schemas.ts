/** JSON Schema (2020-12) of everything that crosses a link, generated from the schemas that both ends use. */
import '../../protocol/src/jitless.ts'
import * as z from 'zod/mini'
import { allowlist } from '../../protocol/src/allowlist/index.ts'
import { contracts } from '../../protocol/src/contracts/describe.ts'
import { Hello, Init, Ready } from '../../protocol/src/contracts/handshake.ts'
import { WireError } from '../../protocol/src/contracts/wire-error.ts'
import { Envelope } from '../../protocol/src/envelope.ts'
import { versions } from '../../protocol/src/handshake.ts'
import { namespaces } from '../../protocol/src/scalars/caip.ts'

/** The keywords that our schemas use; the vector generator supports no others. */
export interface JsonSchema {
  $schema?: string
  $comment?: string
  title?: string
  description?: string
  type?: 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object'
  const?: string | number | boolean | null
  enum?: (string | number)[]
  pattern?: string
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minItems?: number
  maxItems?: number
  items?: JsonSchema | false
  prefixItems?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  propertyNames?: JsonSchema
  additionalProperties?: JsonSchema | false
  anyOf?: JsonSchema[]
  /** Further patterns of a text. */
  allOf?: JsonSchema[]
  not?: JsonSchema
}

export const toJson = (schema: z.ZodMiniType): JsonSchema => z.toJSONSchema(schema) as JsonSchema // as: our schemas use no other keyword

/** `docs/protocol/schemas.json`: all schemas by name, `host/app/OPEN.request` or `rpc/eip155/eth_call.params`. */
export function schemaFile(): { $schema: string; $comment: string; $defs: Record<string, JsonSchema> } {
  const schemas: Record<string, JsonSchema> = {
    Envelope: titled('Envelope', Envelope),
    WireError: titled('Payload of every X_ERROR', WireError),
    HELLO: titled('HELLO', Hello),
    INIT: titled('INIT', Init),
    READY: titled('READY', Ready),
  }
  for (const { link, port, type, direction, request, response, summary } of contracts) {
    const name = `${link}/${port}/${type}`
    schemas[`${name}.request`] = titled(`${type} (${direction})`, request, summary)
    if (response) schemas[`${name}.response`] = titled(`${type}_SUCCESS`, response)
  }
  for (const namespace of namespaces)
    for (const [method, { params, access }] of Object.entries(allowlist[namespace]))
      schemas[`rpc/${namespace}/${method}.params`] = {
        ...titled(`params of ${method}`, params, access === 'safe' ? 'Needs no screen.' : 'A person must approve.'),
        ...(isOptional(params) ? { $comment: 'params may be absent' } : {}),
      }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $comment: `Airlock protocol ${versions.max}`,
    $defs: schemas,
  }
}

/** Whether `params` may be omitted. */
export const isOptional = (schema: z.ZodMiniType): boolean => z.safeParse(schema, undefined).success

function titled(title: string, schema: z.ZodMiniType, description?: string): JsonSchema {
  const { $schema: _, ...rest } = toJson(schema)
  return { title, ...(description ? { description } : {}), ...rest }
}
