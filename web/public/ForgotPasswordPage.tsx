export const ForgotPasswordPage = () => <h1>ForgotPasswordPage</h1>;
