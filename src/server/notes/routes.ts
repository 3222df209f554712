import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { createNote, deleteNote, listNotes, readNote, updateNote } from './service.ts';
import { createVisitNote } from './visit-notes.ts';

export const noteRoutes = (world: World) =>
  ({
    listNotes: async ({ params, query, caller }) => await listNotes(world, caller, params.profileId, query.after),
    createNote: async ({ params, body, caller }) => ({ note: await createNote(world, caller, params.profileId, body) }),
    updateNote: async ({ params, body, caller }) => ({ note: await updateNote(world, caller, params.noteId, body) }),
    deleteNote: async ({ params, caller }) => {
      await deleteNote(world, caller, params.noteId);
      return {};
    },
    readNote: async ({ params, caller }) => {
      await readNote(world, caller, params.noteId);
      return {};
    },
    createVisitNote: async ({ params, body }) => {
      await createVisitNote(world, params.workerProfileId, body);
      return {};
    },
  }) satisfies Handlers;
