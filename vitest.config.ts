import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Else the largest files begin first, and those that start programs, small and slow, would end the run alone. */
class ProgramsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const startsPrograms = ({ moduleId }: TestSpecification) => /\/test\/(processes|shop\/mail)/.test(moduleId)
    return sorted.toSorted((one, other) => Number(startsPrograms(other)) - Number(startsPrograms(one)))
  }
}

export default defineConfig({
  test: {
    include: ['{server,features,platform,web,demo,scripts,proof,test}/**/*.test.ts'],
    globalSetup: ['./test/global-setup.ts'],
    setupFiles: ['./test/fixed-seed.ts'],
    // One more than a small machine has processors: now and then a file waits for a program that it started.
    maxWorkers: 3,
    sequence: { sequencer: ProgramsFirst },
    // No test replaces a module: a process that has loaded the shop once runs file after file.
    isolate: false,
    // Real mail servers, real crashes. Only what never comes takes as long, however busy the machine is.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
