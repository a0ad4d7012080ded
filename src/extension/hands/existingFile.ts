import { PathError } from '../files/pathError.ts';
import { editablePath, type Editable } from './editablePath.ts';
import { hasUnsavedChanges } from './editorFiles.ts';

/** A file that is there and in which nothing of the person's waits to be saved. Throws PathError with the reason where it is not so. */
export async function existingFile(written: string): Promise<Editable> {
  const target = await editablePath(written);
  if (!target.exists) throw new PathError(`There is no ${target.path} in the workspace.`, 'missing');
  if (hasUnsavedChanges(target.uri))
    throw new PathError(
      `The person has unsaved changes in ${target.path}; ask them to save or revert it first.`,
    );
  return target;
}
