import type { FastifyReply } from 'fastify'

/** Sends a PDF as a download. `name` is without its ending. */
export const sendPdf = (reply: FastifyReply, name: string, pdf: Buffer) =>
  reply.type('application/pdf').header('content-disposition', `attachment; filename="${name}.pdf"`).send(pdf)
