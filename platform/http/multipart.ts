import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalidField, isRefusal } from '#platform/kernel/refusal.ts'

interface Upload {
  /** The name of the form field with the file. */
  field: string
  /** The largest size of the file, in bytes. */
  bytes: number
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Makes the route accept a form: its text fields become the body, its file becomes `uploaded`. */
    upload?: Upload
  }
  interface FastifyRequest {
    /** The file of the form; null when none was chosen. */
    uploaded: Buffer | null
  }
}

const FIELD_BYTES = 64 * 1024
const FIELDS = 30

/** Lets routes of this plugin accept `multipart/form-data`; everywhere else it is refused (415). */
export async function acceptForms(app: FastifyInstance): Promise<void> {
  // A file that is too large is read to its end and dropped, so that the client reads the answer.
  await app.register(multipart, { throwFileSizeLimit: false })
  app.decorateRequest('uploaded', null)
  app.addHook('preValidation', async (request) => {
    const { upload } = request.routeOptions.config
    if (!upload) return
    if (!request.isMultipart()) throw failure(415, 'Not a form')
    request.body = await readForm(request, upload)
  })
}

async function readForm(request: FastifyRequest, { field, bytes }: Upload): Promise<Record<string, unknown>> {
  const limits = { fileSize: bytes, files: 1, fields: FIELDS, parts: FIELDS + 1, fieldSize: FIELD_BYTES }
  const fields: Record<string, unknown> = {}
  let file: Buffer | 'too heavy' | null = null
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') file = await readFile(part, field)
      // A field given twice becomes an array, which its schema refuses.
      else fields[part.fieldname] = Object.hasOwn(fields, part.fieldname) ? [] : asTyped(part.value)
    }
  } catch (error) {
    throw asAnswer(error)
  }
  if (file === 'too heavy')
    throw invalidField(field, 'file_too_large', `Le fichier est trop lourd\u00A0: ${megabytes(bytes)} au plus.`)
  if (typeof fields[field] === 'string' && fields[field] !== '')
    throw invalidField(field, 'file', `The ${field} field must be a file.`)
  request.uploaded = file
  return fields
}

async function readFile(part: MultipartFile, field: string): Promise<Buffer | 'too heavy' | null> {
  const chunks: Buffer[] = []
  for await (const chunk of part.file) if (part.fieldname === field) chunks.push(chunk)
  if (part.file.truncated) return 'too heavy'
  // A browser sends a file without name and content where none was chosen.
  const isNone = part.fieldname !== field || (chunks.length === 0 && !part.filename)
  return isNone ? null : Buffer.concat(chunks)
}

/** Browsers write each line break of a form as CRLF, whatever the page holds. */
const asTyped = (value: unknown): unknown => (typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : value)

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1024 / 1024)}\u00A0Mo`

/** Turns errors of the form's parser into a 400, except those that have their own answer. */
function asAnswer(error: unknown): unknown {
  const status = (error as { statusCode?: number }).statusCode
  return isRefusal(error) || status === 408 || status === 413 ? error : failure(400, 'The form cannot be read', error)
}

const failure = (statusCode: number, message: string, cause?: unknown) =>
  Object.assign(new Error(message, { cause }), { statusCode })
