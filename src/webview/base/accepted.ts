/** Whether the host did what it was asked for; a failure is told. */
export async function accepted(
  answer: Promise<unknown>,
  showError: (error: unknown) => void,
): Promise<boolean> {
  try {
    await answer;
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
}
