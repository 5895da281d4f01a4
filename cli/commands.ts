// Every noun, with where its commands are declared. Only the noun that was typed is loaded, and a
// declaration loads its rules when it runs: help needs neither database nor web framework (OPS-80).

import type { Noun } from './tree.ts'

export const nouns: Readonly<Record<string, Noun>> = {
  audit: {
    says: 'The audit log',
    load: () => import('./audit.ts'),
  },
  completion: {
    says: 'Completion of commands in a shell',
    load: () => import('./completion.ts'),
  },
  config: {
    says: 'The configuration file',
    load: () => import('./config.ts'),
  },
  database: {
    says: 'The database: migrations, checks, figures',
    also: ['db'],
    load: () => import('./database.ts'),
  },
  doctor: {
    says: 'What is wrong here, and how to mend it',
    load: () => import('./doctor.ts'),
  },
  help: {
    says: 'About commands, flags, exit codes and errors',
    load: () => import('./about.ts'),
  },
  init: {
    says: 'Sets up a hospital in an empty data root',
    load: () => import('./init.ts'),
  },
  module: {
    says: 'Parts of the house that a branch switches on and off',
    load: () => import('./module.ts'),
  },
  serve: {
    says: 'Runs the house until it is stopped',
    load: () => import('./service.ts'),
  },
  status: {
    says: 'How the house stands',
    load: () => import('./status.ts'),
  },
  stop: {
    says: 'Stops the house',
    load: () => import('./service.ts'),
  },
  version: {
    says: 'The version of this program and what it is made of',
    load: () => import('./about.ts'),
  },
}
