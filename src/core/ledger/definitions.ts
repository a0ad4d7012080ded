const DEFINITION =
  /^(?:(?:export|pub(?:\([a-z]+\))?|public|private|protected|internal|static|async|abstract|default|final|override|inline|declare|readonly|unsafe|extern|virtual|sealed|open|data)\s+)*(?:function\*?|func|fn|def|class|interface|type|struct|enum|trait|impl|module|namespace|protocol|record|sub|proc|macro_rules!|CREATE TABLE|message|service|object|const|let|var|val)\s+[\w$(*@]/;
/** A method as C's family writes it: name, parameters, perhaps a type, an opening brace. */
const METHOD = /^[\w$<>[\],.\s*&]{0,80}\b[A-Za-z_$][\w$]*\([^()]{0,160}\)(?:\s*:\s*[^{};]{1,80})?\s*\{$/;
const CONTROL =
  /^(?:if|for|while|switch|catch|else|return|do|try|with|match|elif|await|throw|defer|go|case)\b/;
const VARIABLE = /^(?:export\s+|pub\s+|static\s+)*(?:const|let|var|val)\s/;
const LONGEST = 240;
/** A definition whose signs stand on its next lines has fewer: `export default abstract class A extends B`. */
const MOST_WORDS = 8;

/**
 * Whether a line of code opens something that has a name: a function, a type, a constant at the margin. Knows how
 * languages look in general, not their grammars; a variable inside a function is no definition worth telling.
 */
export function isDefinition(raw: string, line: string): boolean {
  if (line.length > LONGEST || isSentence(line)) return false;
  if (DEFINITION.test(line)) return !VARIABLE.test(line) || raw.length === line.length;
  return line.endsWith('{') && METHOD.test(line) && !CONTROL.test(line);
}

/** "type must never be changed by hand": words and nothing that code sets between them. */
function isSentence(line: string): boolean {
  return (
    /^[^(){}[\]<>=:;$@|&\\]*$/.test(line) && (/[.!?]$/.test(line) || line.split(/\s+/).length >= MOST_WORDS)
  );
}

/** A definition as it is told: without its opening brace or its comma. */
export function toldDefinition(line: string): string {
  return line.replace(/(?:[{(]\s*\}?|,|;)$/, '').trim();
}
