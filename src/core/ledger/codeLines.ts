/** What a line of code does: it gives a name, or it uses names. */
const DEFINITION =
  /^(?:(?:export|pub(?:\([a-z]+\))?|public|private|protected|internal|static|async|abstract|default|final|override|inline|declare|readonly|unsafe|extern|virtual|sealed|open|data)\s+)*(?:function\*?|func|fn|def|class|interface|type|struct|enum|trait|impl|module|namespace|protocol|record|sub|proc|macro_rules!|CREATE TABLE|message|service|object|const|let|var|val)\s+[\w$(*@]/;
const METHOD =
  /^(?:(?:public|private|protected|static|async|override|final|get|set|readonly)\s+)*[\w$<>[\],.]*\s?[A-Za-z_$][\w$]*\([^)]{0,160}\)(?:\s*:\s*[^{};]{1,80})?\s*\{$/;
const CONTROL = /^(?:if|for|while|switch|catch|else|return|do|try|with|match|elif|await|throw)\b/;
/** A local variable is no definition worth telling. */
const LOCAL = /^(?:const|let|var|val)\s/;

export function isDefinition(line: string): boolean {
  if (line.length > 240) return false;
  return (DEFINITION.test(line) || METHOD.test(line)) && !CONTROL.test(line);
}

/** Defined at the margin or a level in, not a variable inside a function. */
export function isOuterDefinition(rawLine: string): boolean {
  const line = rawLine.trim();
  if (!isDefinition(line)) return false;
  return !LOCAL.test(line) || rawLine.length === line.length;
}

/** A line of code as it is told: without its opening brace and trailing comma, white space folded. */
export function toldCode(line: string): string {
  return line
    .replace(/\s+/g, ' ')
    .replace(/(?:\s*\{|,|;|\s*\{\s*\})$/, '')
    .trim();
}
